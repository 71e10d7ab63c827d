"""The rules of a game hold whatever happens in whatever order; without a database."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.record import complete_options
from engines.registry import GAMES
from engines.registry import game as engine_for
from engines.rules import Json
from games.play import pause as stopping
from games.play import plan as plans
from games.play import seal as choosing
from games.play import vote as voting
from games.play.ballot import is_overtaken, read_votes, removable_seats
from games.play.clock import WEEK, turn_length
from games.play.events import OutgoingEvent
from games.play.game_transaction import FreeBot, GameTransaction
from games.play.postpone import put_off
from games.play.resolve import depart, resolve, time_is_up
from games.play.rows import (
    Cause,
    ChoiceRow,
    EndedTenure,
    GameRow,
    LeftWhy,
    SeatRow,
    Status,
    StepRow,
    TenureEnd,
)
from games.play.settings import GameSettings, TurnEnds, VoteOn
from games.play.settle import settle
from games.play.states import whole_state
from tests.games.playing import START
from transport.messages import encode
from transport.refusals import Refused

SMALL = {
    "multiplayer-go": {"size": 5},
    "parallel-go": {"size": 5},
    "continuous-go": {},
    "territory": {},
    "automatafl": {},
}
TURN = 60
GRACE = timedelta(milliseconds=200)


class Table:
    """A game that is run again and again, and kept between runs as the database would keep it."""

    def __init__(self, slug: str, ends: TurnEnds, bots: int, turn: int = TURN) -> None:
        self.turn = turn
        self.plans: dict[int, list[Json]] = {}
        self.engine = engine_for(slug)
        seats = max(2, min(self.engine.seats_allowed()))
        self.options = complete_options(self.engine, SMALL.get(slug, {}))
        self.seats = [
            SeatRow(
                id=number + 100,
                number=number,
                user_id=number + 1,
                name=f"Player {number}",
                is_bot=number < bots,
                engine_plays=number < bots,
                stone="sea",
                mark="straw",
            )
            for number in range(seats)
        ]
        state = self.engine.new_state(self.options, seats, 7)
        self.game = GameRow(
            id=1,
            public_id="abc",
            variant=slug,
            settings=GameSettings(turn_seconds=turn, turn_ends=ends, absences_allowed=2),
            status=Status.RUNNING,
            step=0,
            state=whole_state(0, self.engine.dump(state))[0],
            deadline=START + timedelta(seconds=turn),
            last_person_at=START,
        )
        self.choices: dict[int, ChoiceRow] = {}
        self.now = START
        self.steps: list[StepRow] = []
        self.told: list[OutgoingEvent] = []
        self.ended: list[EndedTenure] = []

    def begun(self) -> GameTransaction:
        """A run that may change the table's choices and plans without changing the table."""
        return GameTransaction(
            self.game, self.seats, dict(self.choices), self.now, plans=dict(self.plans)
        )

    def run(self, work) -> None:
        """Does ``work`` in one run; checks that a refusal changes nothing."""
        before = self.game.step
        run = self.begun()
        run.bots = [FreeBot(99 + number, self.engine.bot().name) for number in range(12)]
        try:
            work(run)
        except Refused:
            assert not run.steps
            return
        settle(run)
        self.choices, self.plans = run.choices, run.plans
        assert [step.number for step in run.steps] == list(range(before + 1, self.game.step + 1))
        self.steps += run.steps
        self.told += run.emitted
        self.ended += run.tenures_ended
        self.holds(run)

    def holds(self, run: GameTransaction) -> None:
        """Checks what must hold after every run."""
        game, awaited = run.game, run.awaited
        assert not run.is_complete()
        by_rules = run.engine.outcome(run.state)
        assert (game.outcome is not None) == (game.status == Status.FINISHED)
        if game.outcome is not None and game.outcome["reason"] == "agreement":
            assert by_rules is None
        else:
            assert game.outcome == (by_rules and by_rules.as_json())
        left = {seat.number: seat.left_at_step for seat in self.seats if seat.left_why}
        ended = {each.seat: each.to_step for each in self.ended if each.why != TenureEnd.OVER}
        assert ended == left
        assert all(run.plans.values())
        assert not set(run.plans) & set(left)
        for number, choice in run.choices.items():
            assert number in awaited.seats
            run.engine.check(run.state, number, choice.action)
        if game.is_over:
            assert (game.deadline, game.time_left) == (None, None)
            assert (game.bots_due, game.plans_due) == (None, None)
            assert not run.choices
            assert not run.plans
            assert (game.waited, game.extended) == (False, False)
            assert not any(seat.off_until for seat in self.seats)
            assert sorted(each.seat for each in self.ended) == [seat.number for seat in self.seats]
        elif game.status == Status.PAUSED:
            assert game.deadline is None
            assert game.time_left is not None
            assert game.time_left >= timedelta()
        else:
            assert game.time_left is None
            assert game.deadline is not None
            longest = WEEK if game.waited else turn_length(game.settings)
            votes = read_votes(game.votes).of_turn(awaited.turn)
            assert game.deadline <= self.now + longest * (1 + votes.more_time)
        assert (game.resumes_at is None) or game.status == Status.PAUSED
        open_vote = read_votes(game.votes).open
        assert (open_vote is None) == (game.vote_ends_at is None)
        if open_vote is not None and game.vote_ends_at and game.vote_ends_at > self.now:
            offered = [seat.number for seat in run.seats_offered()]
            away = removable_seats(run.people(), game.settings, run.choices)
            assert not is_overtaken(open_vote, game, awaited.turn, offered=offered, removable=away)


def use_plans(run: GameTransaction) -> None:
    """Does what the sweep does."""
    if plans.is_due(run):
        plans.tell_planned(run, plans.seal_planned(run))


def end_time(run: GameTransaction) -> None:
    """Does what the timer does."""
    if not time_is_up(run, GRACE):
        return
    planned = plans.seal_planned(run)
    if run.is_complete() or not put_off(run, {}):
        resolve(run, Cause.TIMER)
    else:
        plans.tell_planned(run, planned)


def settle_and_carry_out(run: GameTransaction) -> None:
    ended = voting.settle_vote(run)
    if ended is not None:
        voting.carry_out(run, ended)


def ask_and_settle(run: GameTransaction, own: SeatRow, about: VoteOn) -> None:
    offered = [seat.number for seat in run.seats_offered()]
    away = removable_seats(run.people(), run.game.settings, run.choices)
    named = away if about == VoteOn.REMOVE else offered
    voting.ask(run, own, about, 60, named[0] if named else None)
    settle_and_carry_out(run)


def say_and_settle(run: GameTransaction, own: SeatRow, *, yes: bool) -> None:
    """Votes in the current vote, which may have been overtaken."""
    voting.cast(run, own, read_votes(run.game.votes).count, yes=yes)
    settle_and_carry_out(run)


VOTING = ["ask", "say", "votes end"]


def vote(table: Table, random: Random, own: SeatRow, deed: str) -> None:
    """Players vote, and votes end when their time is up."""
    if deed == "ask":
        table.run(partial(ask_and_settle, own=own, about=random.choice(list(VoteOn))))
    elif deed == "say":
        table.run(partial(say_and_settle, own=own, yes=random.random() < 0.8))
    else:
        table.now += timedelta(seconds=TURN)
        table.run(settle_and_carry_out)
        table.run(voting.end_pause)


WHILE = {
    "pause": (Status.RUNNING, stopping.pause),
    "resume": (Status.PAUSED, stopping.resume),
    "use plans": (Status.RUNNING, use_plans),
}


def choice_of_bot(table: Table, random: Random, own: SeatRow) -> Json:
    """The action that a bot would choose for a seat, or a pass."""
    state = table.engine.load(table.game.state.dump)
    if own.number not in table.engine.awaiting(state):
        return {"type": "pass"}
    return table.engine.bot().think(state, own.number, random.randrange(999)) or {"type": "pass"}


def plan_ahead(table: Table, random: Random, own: SeatRow) -> None:
    """Plans what a bot would choose, whoever is awaited."""
    state = table.engine.load(table.game.state.dump)
    number = next(iter(table.engine.awaiting(state)), own.number)
    found = [table.engine.bot().think(state, number, random.randrange(999)) for _ in range(3)]
    actions = [action for action in found if action]
    was = table.plans.get(own.number, [])
    table.run(partial(plans.set_plan, own=own, was=was, actions=actions))


def play(table: Table, random: Random, deeds: list[str]) -> None:
    """Does these things one after the other."""
    for deed in deeds:
        table.now += timedelta(seconds=random.choice((0.1, 5, 30)))
        seat = random.choice(table.seats)
        step = table.game.next_step - (random.random() < 0.1)
        if deed == "seal":
            action = choice_of_bot(table, random, seat)
            seal = partial(choosing.seal, own=seat, step=step, action=action, arrived=table.now)
            table.run(seal)
        elif deed == "withdraw":
            table.run(partial(choosing.withdraw, own=seat, step=step, arrived=table.now))
        elif deed == "wait":
            table.now += timedelta(seconds=table.turn + 1)
            table.run(end_time)
        elif deed in WHILE and table.game.status == WHILE[deed][0]:
            table.run(WHILE[deed][1])
        elif seat.left_why or table.game.is_over:
            continue
        elif deed == "plan":
            plan_ahead(table, random, seat)
        elif deed in VOTING:
            vote(table, random, seat, deed)
        elif deed == "leave":
            table.run(partial(depart, seats=[seat], why=LeftWhy.RESIGNED, cause=Cause.COMPLETE))


def replayed(table: Table) -> object:
    """The state to which the stored steps lead from the start."""
    engine = table.engine
    state = engine.new_state(table.options, len(table.seats), 7)
    for step in table.steps:
        if step.leave is not None:
            state, _ = engine.leave(state, step.leave)
        else:
            actions = {int(number): action for number, action in (step.actions or {}).items()}
            state, _ = engine.resolve(state, actions)
    return engine.dump(state)


DEEDS = st.lists(
    st.sampled_from(
        ["seal"] * 6
        + ["plan", "use plans"] * 2
        + ["withdraw", "wait", "pause", "resume", "leave", "votes end"]
        + ["ask", "say"] * 2
    ),
    min_size=1,
    max_size=25,
)


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
@settings(max_examples=25, deadline=None)
@given(
    deeds=DEEDS,
    seed=st.integers(0, 999),
    ends=st.sampled_from(list(TurnEnds)),
    turn=st.sampled_from([TURN, 3600]),
)
def test_whatever_is_done_the_rows_fit_together_and_the_steps_replay(slug, deeds, seed, ends, turn):
    table = Table(slug, ends, bots=0, turn=turn)
    play(table, Random(seed), deeds)
    assert replayed(table) == table.game.state.dump


@pytest.mark.parametrize("slug", [game.slug for game in GAMES])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 999))
def test_what_others_are_told_of_a_sealed_choice_does_not_depend_on_it(slug, seed):
    """If one seat seals something else, everybody else is told exactly the same, byte by byte."""
    said = []
    for choice in (0, 1):
        table = Table(slug, TurnEnds.TIMER, bots=0)
        state = table.engine.load(table.game.state.dump)
        number = table.engine.awaiting(state)[0]
        if not table.engine.sealed(state):
            return
        own = table.seats[number]
        actions = [table.engine.bot().think(state, number, seed + 7 * k) for k in range(2)]
        table.run(lambda run: choosing.seal(run, own, 1, actions[choice], run.now))  # noqa: B023
        said.append([encode(h.message) for h in table.told if not h.audience.startswith("seat.")])
    assert said[0] == said[1]


def test_bots_are_due_a_little_after_a_step_began_and_once():
    table = Table("multiplayer-go", TurnEnds.TIMER, bots=1)

    def begin(run):
        run.begins = True

    table.run(begin)
    assert table.game.bots_due == START + timedelta(seconds=1)

    def ask(run):
        run.bots_asked = True

    table.run(ask)
    assert table.game.bots_due is None


def test_a_turn_during_which_the_club_was_away_makes_nobody_absent():
    table = Table("multiplayer-go", TurnEnds.TIMER, bots=0)
    table.game.excused = True
    play(table, Random(1), ["wait"])
    assert [seat.absences for seat in table.seats] == [0, 0]
    play(table, Random(1), ["wait"])
    assert [seat.absences for seat in table.seats] == [1, 1]


def test_a_choice_that_arrived_in_time_counts_however_long_it_waited():
    table = Table("multiplayer-go", TurnEnds.TIMER, bots=0)
    arrived = table.game.deadline - timedelta(milliseconds=1)
    table.now = table.game.deadline + timedelta(seconds=3)
    table.run(lambda run: choosing.seal(run, table.seats[0], 1, {"type": "pass"}, arrived))
    assert list(table.choices) == [0]


def test_a_turns_clock_begins_when_its_step_is_resolved():
    table = Table("multiplayer-go", TurnEnds.TIMER, bots=0)
    table.now = table.game.deadline + timedelta(seconds=40)  # the lock took this long
    table.run(end_time)
    assert table.game.deadline == table.now + timedelta(seconds=TURN)
