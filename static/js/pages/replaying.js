/** The page of a record that is still played through: it becomes the game's when that is done. */

import { untilReplayed } from "../net/replaying.js";
import { byId, say } from "../ui/dom.js";

untilReplayed(byId("replaying").dataset.state ?? "").then(
  () => location.reload(),
  (error) => say(byId("upload-status"), error.message),
);
