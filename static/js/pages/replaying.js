/**
 * The page of a record that is still being replayed; it reloads as the game's page when that is
 * done.
 */

import { byId, say } from "../dom/elements.js";
import { untilReplayed } from "../ui/upload-progress.js";

untilReplayed(byId("replaying").dataset.state ?? "").then(
  () => location.reload(),
  (error) => say(byId("upload-status"), error.message),
);
