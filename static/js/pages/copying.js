/** A page with buttons that copy something: links of invitations, a new token. */

import { offerCopying } from "../ui/copying.js";

offerCopying(document);
