/** A member's invitations, with buttons that copy their links. */

import { offerCopying } from "../ui/copying.js";

offerCopying(document);
