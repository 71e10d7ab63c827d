/** The list of notices, which follows the server. */

import { paced } from "../core/pace.js";
import { NOTICES_CHANGED } from "../net/socket.js";
import { showMoments } from "../ui/moments.js";
import { follow } from "./live-part.js";

const MINUTE = 60_000;

const { refresh } = follow("notices", { onChange() {} });
const soon = paced(refresh);
document.addEventListener(NOTICES_CHANGED, () => soon(0));
setInterval(() => showMoments(document), MINUTE);
