/** The preferences for notices: whether this device shows them. */

import { mountSwitch } from "../ui/device-switch.js";

void mountSwitch();
