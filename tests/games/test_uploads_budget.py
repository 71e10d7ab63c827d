"""A process that replays a record gets only its budget, and ends with its worker."""

import signal
import subprocess
import sys

from games.archive.uploads.process import MEGABYTE
from tests.games.uploading import nobody_acts

REPLAY = """
import sys
from games.archive.uploads.process import Job, run

job = Job(sys.stdin.buffer.read(), 60, 60, 512)
run(job, lambda *progress: print(*progress, flush=True) or True)
"""
IMPOSE = """
from games.archive.uploads.process import Job, impose
impose(Job(b"", 0, 1, 64))
"""


def test_a_process_is_ended_when_its_processor_time_is_spent():
    endless = subprocess.run([sys.executable, "-c", f"{IMPOSE}while True: pass"], check=False)
    assert endless.returncode == -signal.SIGXCPU


def test_a_process_is_refused_more_memory_than_it_may_have():
    greedy = f"{IMPOSE}bytes({65 * MEGABYTE})"
    refused = subprocess.run([sys.executable, "-c", greedy], check=False, capture_output=True)
    assert b"MemoryError" in refused.stderr
    modest = f"{IMPOSE}bytes({32 * MEGABYTE})"
    assert subprocess.run([sys.executable, "-c", modest], check=False).returncode == 0


def test_no_process_outlives_a_worker_that_is_killed():
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", REPLAY], text=True, **pipes) as worker:
        worker.stdin.write(nobody_acts(61_674).decode())
        worker.stdin.close()
        while worker.stdout.readline() in ("0 0\n", "0 61674\n"):
            pass
        worker.kill()
        # Reading ends only when no process holds these pipes open.
        assert "Traceback" not in worker.stderr.read()
        worker.stdout.read()
