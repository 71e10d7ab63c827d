/** A list or a rules page with small boards. */

import { readJson } from "../ui/dom.js";
import { drawPictures } from "../ui/pictures.js";

drawPictures(document, readJson("pictures"), readJson("palette"));
