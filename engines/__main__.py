"""``python -m engines``."""

import sys

from engines.command_line import main

sys.exit(main())
