/** What a member is told of: whether this device tells it. */

import { mountSwitch } from "../ui/device-switch.js";

void mountSwitch();
