/** A member's invitations: their links can be copied. */

import { offerCopying } from "../ui/copying.js";

offerCopying(document);
