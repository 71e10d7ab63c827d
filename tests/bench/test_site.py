"""The floor and the site's measurements, in miniature: both really play, and leave the same."""

import asyncio
import json
import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import psycopg
import pytest

from bench.site import boards
from bench.site.__main__ import read
from bench.site.beside_bots import BesideBots
from bench.site.checkouts import LOCK, PREPARE, ROOT, older, present
from bench.site.comparing import Aim, ComparedRow, heading
from bench.site.idle import Idle
from bench.site.pairs import Capacity, Steady, games_of_two
from bench.site.part import Part
from bench.site.parts import IDLE, PAIRS, TOPICS
from bench.site.processor import seconds_with_children
from bench.site.running_site import FLOOR, running
from bench.site.same_minute import SameMinute
from bench.site.sockets import Frame, Players, Socket, opened
from bench.site.storage import Stored
from bench.site.taking_turns import Run
from bench.site.turns import Deadlines, Listener
from bench.site.watchers import Watched
from tests.bench.ready import ready_servers

CHANGING = {"now", "resolved_at", "deadline", "seq", "to"}
"""Times, which no two runs have in common, and numbers, which the floor leaves out."""


@pytest.fixture(scope="module")
def run(django_db_setup):
    with ready_servers() as started:
        yield Run(started, present())


SMALL = {
    "told": Steady(games=1),
    "pairs": Steady(games=2, a_second=5, seconds=1),
    "capacity": Capacity(games=4, warm_up=0.2, seconds=0.8),
    "over": Capacity(games=1),
    "watchers": Watched(boards.WATCHED, watchers=20, steps=2, pause=0.05),
    "turns": Deadlines(games=4, turn_seconds=1, lead=1, seconds=4),
    "beside": BesideBots(games=1, turn_seconds=2, seconds=3),
    "same minute": SameMinute(games=4, members=12, live=1, turn_seconds=1, seconds=5),
    "idle": Idle(settle=0, seconds=1),
    "asked": Steady(games=2),
    "refused": Steady(games=1, a_second=2, seconds=0.5),
}


@dataclass(frozen=True)
class Everything:
    """All games of these measurements in one club, so that each subject is started once."""

    webs: int = 2

    def club(self):
        games = []
        for name, measurement in SMALL.items():
            for number, game in enumerate(measurement.club()["games"]):
                seats = game["seats"]
                if not isinstance(seats, int):
                    seats = [f"{name}-{number}-{seat}" for seat in range(len(seats))]
                games.append({**game, "seats": seats})
        return {**SMALL["same minute"].club(), "games": games}


def games_for(wanted, club):
    """The part of the club that one of the measurements has asked for."""
    games = list(club["games"])
    for name, measurement in SMALL.items():
        count = len(measurement.club()["games"])
        own, games = games[:count], games[count:]
        if name == wanted:
            return {"games": own}
    raise KeyError(wanted)


@pytest.fixture(scope="module")
def club(run):
    """No turn ends and no bot thinks until a measurement spreads the deadlines of its own games:
    otherwise a game of short turns could be over before it is measured."""
    made = run.make_club(present(), Everything())
    stand_still(run.servers.address("club_site"))
    return made


def stand_still(address):
    """Lets no turn end and no bot think in any game of the database. Each game is changed by
    itself, so that nothing waits for a worker that has another."""
    with psycopg.connect(address, autocommit=True) as connection:
        for game in connection.execute("SELECT id FROM games_game").fetchall():
            connection.execute(
                "UPDATE games_game SET deadline = now() + interval '1 day',"
                " bots_due = bots_due + interval '1 day' WHERE id = %s",
                game,
            )


@pytest.fixture(scope="module")
def started(run, club):
    """Floor and site, both running on the same club."""
    with ExitStack() as stack:
        found = {}
        for subject in run.subjects:
            measured = stack.enter_context(running(subject, run.servers, "club_site"))
            measured.start_all(webs=2)
            found[subject.name] = measured
        yield found


def measure(name, measured, games):
    """What a measurement gives. Afterwards its games are played no more."""
    try:
        return asyncio.run(SMALL[name].measure(measured, games))
    finally:
        stand_still(measured.servers.address(measured.database))


def both(name, started, club):
    """What a measurement gives for floor and site."""
    games = games_for(name, club)
    return {subject: measure(name, measured, games) for subject, measured in started.items()}


def test_commits_are_durable(run):
    settings = ("fsync", "synchronous_commit", "full_page_writes")
    found = [run.servers.monitor.execute(f"SHOW {name}").fetchone()[0] for name in settings]
    assert found == ["on", "on", "on"]


def without_changing(value):
    if isinstance(value, dict):
        return {key: without_changing(part) for key, part in value.items() if key not in CHANGING}
    if isinstance(value, list):
        return [without_changing(part) for part in value]
    return value


async def play_two_steps(measured, club):
    """The frames of both players and a visitor, those of each socket by type."""
    game = club["games"][0]
    players = Players(game, measured.ports)
    heard = [[] for _ in range(3)]
    both_steps = asyncio.Event()

    def hear(frame):
        heard[2].append(frame)
        if sum(other.type == "step.resolved" for other in heard[2]) == 2:
            both_steps.set()

    visitor = Socket(measured.ports[0], game["id"], hear=hear, keep=2**20)
    for socket, frames in zip(players.sockets, heard):
        socket._keep = 2**20
        queue = socket.frames.put_nowait
        socket._hear = lambda frame, queue=queue, frames=frames: (
            queue(frame),
            frames.append(frame),
        )
    async with opened([*players.sockets, visitor]):
        for _ in range(2):
            await players.play()
        async with asyncio.timeout(30):
            await both_steps.wait()
    told = ("action.sealed", "action.kept", "step.resolved")
    return [
        {
            kind: [without_changing(json.loads(f.text)) for f in frames if f.type == kind]
            for kind in told
        }
        for frames in heard
    ]


def stored(measured, game):
    """What the database holds of the game afterwards."""
    queries = (
        "SELECT number, actions, events, turn, sealed, state, whole, cause FROM games_step"
        " WHERE game_id = %s ORDER BY number",
        "SELECT step, awaiting, status, outcome FROM games_game WHERE id = %s",
        "SELECT count(*) FROM games_sealedaction WHERE game_id = %s",
    )
    with psycopg.connect(measured.servers.address(measured.database)) as connection:
        found = connection.execute(
            "SELECT id FROM games_game WHERE public_id = %s", (game["id"],)
        ).fetchone()
        return [connection.execute(query, found).fetchall() for query in queries]


def test_the_floor_tells_and_leaves_what_the_site_does(started, club):
    games = games_for("told", club)
    told, left = {}, {}
    for name, measured in started.items():
        told[name] = asyncio.run(play_two_steps(measured, games))
        left[name] = stored(measured, games["games"][0])
    assert [len(frames["step.resolved"]) for frames in told[FLOOR]] == [2, 2, 2]
    assert [len(frames["action.kept"]) for frames in told[FLOOR]] == [2, 2, 0]
    assert told[FLOOR] == told["site"]
    assert left[FLOOR] == left["site"]


async def answers(measured, club, cookies):
    """What is said to each of these who chooses in the same game."""
    game = club["games"][0]
    said = []
    for cookie in cookies:
        socket = Socket(measured.ports[0], game["id"], cookie)
        async with opened([socket]):
            action = {"type": "place", "at": [0, 0]}
            socket.send({"type": "action.seal", "step": 1, "action": action})
            while (frame := await socket.frames.get()).type not in ("error", "command.done"):
                pass
            said.append(json.loads(frame.text).get("code", "done"))
    return said


def test_the_floor_asks_the_database_who_it_is(started, club):
    games = games_for("asked", club)
    (first, second), (stranger, gone) = (game["cookies"] for game in games["games"])
    measured = started[FLOOR]
    with psycopg.connect(measured.servers.address(measured.database)) as connection:
        connection.execute(
            "INSERT INTO accounts_suspension (user_id, reason, until, created_at)"
            " SELECT id, 'x', now() + interval '1 day', now() FROM accounts_user"
            " WHERE username = 'asked-0-1'"
        )
        connection.execute(
            "DELETE FROM accounts_session WHERE session_key = %s", (gone.partition("=")[2],)
        )
    said = asyncio.run(answers(measured, games, ["", stranger, gone, second, first]))
    assert said == ["login-needed", "not-your-seat", "login-needed", "suspended", "done"]


def test_pairs_are_measured_with_what_each_process_takes(started, club):
    gave = both("pairs", started, club)
    for measured in gave.values():
        assert len(measured["until both have it"]) == 5
        assert all(delay > 0 for delay in measured["until both have it"])
        assert measured["web"][0] > 0
        assert measured["web with PostgreSQL"][0] > measured["web"][0]
        assert measured["frames"][0] >= 8
        assert measured["logged"][0] > 0
    timed = [row for row in PAIRS.rows if row.unit == "ms" and row.of != "beat"]
    assert all(row.line(gave).count(" ms ") == 2 for row in timed)


def test_capacity_counts_the_pairs_of_two_web_processes(started, club):
    gave = both("capacity", started, club)
    assert all(measured["pairs a second"][0] > 0 for measured in gave.values())


def test_a_game_whose_script_is_over_ends_the_count(started, club):
    games = games_for("over", club)
    for game in games["games"]:
        game["script"] = game["script"][:3]
    measurement = Capacity(games=1, warm_up=0, seconds=30)
    gave = asyncio.run(measurement.measure(started[FLOOR], games))
    assert gave["pairs a second"][0] > 0


def test_turns_of_bots_are_resolved_at_their_deadlines(started, club):
    for name, measured in both("turns", started, club).items():
        assert measured["late"], name
        assert min(measured["late"]) >= 0, name
        assert measured["worker with PostgreSQL"][0] > 0


def opening(at, deadline):
    """What is heard of a turn that was opened at this second, and when the next one is due."""
    moments = [datetime.fromtimestamp(second, UTC).isoformat() for second in (at, deadline)]
    told = {
        "type": "step.resolved",
        "step": {"cause": "timer", "resolved_at": moments[0]},
        "clock": {"deadline": moments[1]},
    }
    return Frame("step.resolved", 0.0, json.dumps(told).encode())


def test_turns_of_before_are_not_late_though_they_are_heard_of_afterwards():
    now = time.time()
    listener = Listener(counts=0)
    listener.begin({"a": now - 3, "b": now - 2, "another": now - 90}, ["a", "b"])
    listener.hear("b", opening(now - 5, now + 5))
    listener.hear("a", opening(now - 2.5, now + 7.5))
    assert listener.resolved == 1
    assert listener.late == [pytest.approx(3, abs=1)]
    assert listener.overdue() == [pytest.approx(2, abs=1)]


def test_watchers_are_counted_until_the_last(started, club):
    gave = both("watchers", started, club)
    assert [len(measured["until the last has it"]) for measured in gave.values()] == [2, 2]


def test_members_are_measured_beside_bots_that_think(started, club):
    games = games_for("beside", club)
    measured = started["site"]
    with psycopg.connect(measured.servers.address(measured.database)) as connection:
        connection.execute(
            "UPDATE games_game SET bots_due = now() WHERE public_id = %s",
            (games["games"][0]["id"],),
        )
    gave = measure("beside", measured, games)
    assert gave["late"]
    assert gave["sealed"]
    assert min(gave["sealed"]) > 0


def test_turns_that_end_at_once_are_measured_beside_live_games(started, club):
    games = games_for("same minute", club)
    gave = measure("same minute", started["site"], games)
    assert gave["late"]
    assert 0 < gave["resolved"][0] < 60
    assert 0 < gave["notified"][0] < 60


def test_idle_processes_are_measured(started, club):
    gave = both("idle", started, club)
    assert all(measured["all"][0] > 0 for measured in gave.values())
    assert IDLE.rows[0].line(gave).count("%") == 2


def test_new_sessions_are_counted(run):
    with running(run.subjects[0], run.servers, "base_site") as measured:
        before, ends = measured.sessions(), time.monotonic() + 60
        for _ in range(3):
            psycopg.connect(run.servers.address(measured.database)).close()
        while measured.sessions() < before + 3:  # PostgreSQL counts when it comes to it
            assert time.monotonic() < ends
        assert measured.sessions() == before + 3


def databases_of(run):
    found = run.servers.monitor.execute("SELECT datname FROM pg_database").fetchall()
    return sorted(name for (name,) in found if name.startswith("measured"))


def test_what_a_step_stores_is_counted_without_the_floor(run):
    short = Stored(replace(boards.LINES, steps=4))
    before = databases_of(run)
    gave = run.measure(Part("", short, (), subjects="sites"), rounds=1)
    assert list(gave) == ["site"]
    assert 0 < gave["site"]["bytes"][0] < 2**20
    assert databases_of(run) == before


def test_a_game_that_refuses_a_choice_fails_the_measurement(started, club):
    games = games_for("refused", club)
    games["games"][0]["script"] = [[(0, {"type": "place", "at": [99, 0]}), (1, {"type": "pass"})]]
    with pytest.raises(RuntimeError, match="off-board"):
        asyncio.run(SMALL["refused"].measure(started[FLOOR], games))


def test_two_games_of_a_club_have_different_members():
    seats = [seat for game in games_of_two(3)["games"] for seat in game["seats"]]
    assert len(set(seats)) == 6


MODULE, PACKAGE = PREPARE.with_suffix(".py"), PREPARE / "__main__.py"


@pytest.fixture
def repository(tmp_path):
    """A repository with three commits: without a program that prepares, with one that is a module,
    and with one that is a package."""
    folder = tmp_path / "repository"
    folder.mkdir()

    def git(*arguments):
        name = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        return subprocess.run(
            ["git", *name, *arguments], cwd=folder, check=True, capture_output=True, text=True
        ).stdout.strip()

    git("init", "--quiet")
    commits = []
    lock = (ROOT / LOCK).read_text()
    for path, text in ((LOCK, lock), (MODULE, "its own"), (PACKAGE, "its own")):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        git("add", ".")
        git("commit", "--quiet", "--message", "x")
        commits.append(git("rev-parse", "HEAD"))
    return folder, commits


@pytest.mark.parametrize(
    ("number", "program", "text"),
    [(0, PACKAGE, (ROOT / PACKAGE).read_text()), (1, MODULE, "its own"), (2, PACKAGE, "its own")],
    ids=["older", "module", "package"],
)
def test_a_commit_prepares_with_its_own_program_if_it_has_one(repository, number, program, text):
    folder, commits = repository
    with older(commits[number], folder) as checkout:
        assert (checkout.root / program).read_text() == text
        assert (checkout.root / PREPARE).exists() == (program == PACKAGE)
        assert checkout.python == present().python
        assert checkout.name == commits[number][:12]
    assert not checkout.root.exists()


def test_a_commit_that_is_none_is_told(repository):
    with pytest.raises(RuntimeError, match="git archive"), older("nothing", repository[0]):
        pass


def test_processor_time_counts_children_that_are_and_were():
    work = "import time\nwhile time.process_time() < 0.3: pass"
    script = f"import subprocess, sys, time; subprocess.run([sys.executable, '-c', {work!r}])"
    script += "; print('done', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        ["python3", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout.readline() == b"done\n"
        assert seconds_with_children([parent.pid]) >= 0.3
        parent.stdin.close()
    began = time.process_time()
    assert seconds_with_children([]) == 0
    assert time.process_time() - began < 5


def test_a_row_says_each_figure_and_its_ratios():
    gave = {FLOOR: {"x": [1.0, 3.0]}, "site": {"x": [4.0]}, "abc": {"x": [8.0]}}
    row = ComparedRow("work", "x", "ms", aims=(Aim(1.6, "floor"), Aim(0.5, "older"), Aim(5)))
    assert row.line(gave) == (
        "| work | 2 ms | 4 ms | 2.00 × | 8 ms | 4.00 × | 0.50 × |"
        " ≤ 1.6 × floor: missed; ≤ 0.5 × older: holds; ≤ 5: holds |"
    )
    assert heading(list(gave)).splitlines()[0].count("|") == row.line(gave).count("|")


def test_more_may_be_better():
    row = ComparedRow(
        "pairs", "x", "", aims=(Aim(0.6, "floor", at_least=True), Aim(4, "older", True))
    )
    line = row.line({FLOOR: {"x": [10.0]}, "site": {"x": [7.0]}})
    assert line == "| pairs | 10 | 7 | 0.70 × | ≥ 0.6 × floor: holds; ≥ 4 × older: – |"


def test_median_and_99th_percentile_are_of_all_turns():
    values = {"site": {"x": [float(number) for number in range(1, 201)]}}
    assert ComparedRow("w", "x", "ms", "median").line(values) == "| w, median | 100 ms |  |"
    assert (
        ComparedRow("w", "x", "ms", "99th percentile").line(values)
        == "| w, 99th percentile | 199 ms |  |"
    )


def test_help_names_every_part(capsys):
    with pytest.raises(SystemExit):
        read(["--help"])
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in TOPICS)
    assert "--against" in shown


def test_a_part_that_is_none_is_told(capsys):
    with pytest.raises(SystemExit):
        read(["nothing"])
    assert "nothing is none of the parts: pairs," in capsys.readouterr().err
