/** The page of a record that is still played through: it becomes the game's when that is done. */

import { byId, say } from "../dom/elements.js";
import { untilReplayed } from "../ui/upload-progress.js";

untilReplayed(byId("replaying").dataset.state ?? "").then(
  () => location.reload(),
  (error) => say(byId("upload-status"), error.message),
);
