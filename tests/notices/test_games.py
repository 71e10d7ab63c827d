"""What members are told about their games, and when."""

import pytest

from accounts.services.mutes import mute
from games.play.messages import TakeSeat
from games.schedule import votes
from notices.models import Channel, Kind, Notice
from notices.preferences import preferences_of, wanted_in_site
from notices.services.preferences import set_preferences
from tests.games.acting import (
    act,
    ask_for_vote,
    cancel_game,
    cast_vote,
    end_turn,
    pause_game,
    remove_seat,
    resign,
    resume_game,
    say,
    set_plan,
)
from tests.games.playing import PASS, begin, fresh, place, seal, withdraw
from tests.games.sockets import page
from tests.notices.told import DAY, forget, goes_away, shown, told
from transport.threads import in_thread

pytestmark = pytest.mark.django_db

BEGAN, TURN = {("turn", "began")}, {("turn", "your-turn")}
ENDED = {("course", "ended")}


def choose(game, *users):
    """These players pass, each for the next step."""
    step = fresh(game).next_step
    for user in users:
        seal(game, user, PASS, step)


def going_on(*users, **settings):
    """A game that began a while ago, so that everybody knows about it."""
    game = begin(*users, **{"turn_ends": "complete", **settings})
    forget()
    return game


def test_everybody_learns_that_a_game_began(ada, bo, cy):
    begin(ada, bo)
    assert (told(ada), told(bo), told(cy)) == (BEGAN, BEGAN, set())


def test_who_plays_with_bots_alone_began_it_and_is_not_told(ada, bot):
    begin(ada, bot)
    assert told(ada) == set()


def test_a_bot_is_told_nothing(ada, bo, bot):
    begin(ada, bo, bot)
    assert told(bot) == set()


@pytest.mark.parametrize("seconds", [None, 600, DAY])
def test_a_turn_of_ten_minutes_or_more_is_told(ada, bo, seconds):
    game = going_on(ada, bo, turn_seconds=seconds)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    assert (told(ada), told(bo)) == (TURN, TURN)


def test_a_turn_for_which_a_plan_chooses_is_not_told_to_its_player(ada, bo):
    game = going_on(ada, bo, turn_seconds=DAY)
    for user, planned in ((ada, place(2, 2)), (bo, place(1, 1))):
        set_plan(game_id=game.pk, user=user, was=[], actions=[planned])
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    assert (told(ada), told(bo)) == (set(), TURN), "what Bo has planned is taken"


def test_a_quick_turn_is_told_only_to_players_without_a_page(ada, bo):
    game = going_on(ada, bo, turn_seconds=599)
    goes_away(game, bo)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    assert (told(ada), told(bo)) == (set(), TURN)


def test_nobody_is_told_of_a_turn_in_which_they_go_on(ada, bo):
    game = going_on(ada, bo, variant="continuous-go", turn_seconds=None)
    seal(game, ada, {"type": "pass"})
    assert (told(ada), told(bo)) == (set(), TURN)


def test_a_turn_that_ends_by_the_timer_is_told_too(ada, bo, run_out):
    going_on(ada, bo, turn_seconds=600, absences_allowed=None)
    run_out(10)
    assert (told(ada), told(bo)) == (TURN, TURN)


def test_a_choice_that_ends_no_turn_tells_nobody(ada, bo):
    game = going_on(ada, bo, turn_seconds=DAY)
    seal(game, ada, place(1, 1))
    withdraw(game, ada)
    assert told(bo) == set()


def test_a_later_turn_takes_the_place_of_the_earlier(ada, bo):
    game = going_on(ada, bo, turn_seconds=DAY)
    for at in (1, 3):
        seal(game, ada, place(at, 0))
        seal(game, bo, place(at, 2))
    assert shown(ada) == ["your-turn"]


def test_a_turn_in_which_one_has_chosen_is_shown_no_longer(ada, bo):
    game = going_on(ada, bo, turn_seconds=DAY)
    seal(game, ada, place(1, 1))
    seal(game, bo, place(3, 3))
    seal(game, ada, place(0, 1))
    assert (shown(ada), shown(bo)) == ([], ["your-turn"])


@pytest.fixture
def counting(ada, bo):
    """A daily game of Parallel Go that has just come to its count."""
    game = begin(ada, bo, variant="parallel-go", turn_seconds=DAY, turn_ends="complete")
    seal(game, ada, place(0, 0))
    seal(game, bo, place(4, 4))
    forget()
    choose(game, ada, bo)
    return game


def test_who_owes_an_answer_is_still_told_of_it_after_the_others(counting, ada, bo):
    assert (shown(ada), shown(bo)) == (["your-turn"], ["your-turn"])
    due = Notice.objects.get(member=bo, kind="turn").push_due_at
    seal(counting, ada, {"type": "mark", "at": [4, 4]})
    assert (shown(ada), shown(bo)) == ([], ["your-turn"])
    assert Notice.objects.get(member=bo, kind="turn").push_due_at == due, "once"


def test_who_accepted_a_count_that_was_changed_is_told_to_answer_again(counting, ada, bo):
    seal(counting, ada, {"type": "accept"})
    forget()
    seal(counting, bo, {"type": "mark", "at": [4, 4]})
    assert (told(ada), told(bo)) == (TURN, set())


def test_who_owes_no_answer_any_more_is_shown_none(counting, ada, bo):
    seal(counting, bo, {"type": "accept"})
    assert (shown(ada), shown(bo)) == (["your-turn"], [])


def test_a_seat_that_leaves_in_the_middle_of_a_turn_lets_the_others_keep_it(ada, bo, cy):
    game = going_on(ada, bo, cy, turn_seconds=DAY)
    for user, x in ((ada, 0), (bo, 2), (cy, 4)):
        seal(game, user, place(x, 0))
    resign(game_id=game.pk, user=cy)
    assert (shown(ada), shown(bo)) == (["your-turn"], ["your-turn"])


def test_who_chose_in_a_paused_count_that_changed_is_told_to_choose_again(counting, ada, bo, mo):
    game = counting
    pause_game(game_id=game.pk, by=mo, why="Tea")
    seal(game, ada, {"type": "mark", "at": [4, 4]})
    seal(game, bo, {"type": "accept"})
    forget()
    resume_game(game_id=game.pk, by=mo, why="Enough")
    assert ("turn", "your-turn") in told(bo)
    assert "your-turn" in shown(bo)
    assert ("turn", "your-turn") not in told(ada)


def test_players_learn_that_their_game_ended(ada, bo):
    game = going_on(ada, bo, turn_seconds=60)
    choose(game, ada, bo)
    assert fresh(game).is_over
    assert (told(ada), told(bo)) == (ENDED, ENDED)


def test_who_resigned_is_not_told_of_the_end(ada, bo):
    game = going_on(ada, bo)
    resign(game_id=game.pk, user=ada)
    assert (told(ada), told(bo)) == (set(), ENDED)


def test_who_missed_too_many_turns_learns_why_the_seat_has_left(ada, bo, run_out):
    game = going_on(ada, bo, absences_allowed=1)
    seal(game, bo, place(1, 1))
    run_out()
    assert (told(ada), told(bo)) == ({("course", "absent")}, ENDED)


def test_players_learn_that_a_moderator_paused_resumed_or_cancelled(ada, bo, mo):
    game = going_on(ada, bo)
    for what, done in (
        ("paused", pause_game),
        ("resumed", resume_game),
        ("cancelled", cancel_game),
    ):
        done(game_id=game.pk, by=mo, why="Tea")
        assert told(ada) == {("course", what)}
    assert told(mo) == set()


def test_a_turn_that_a_moderator_ended_is_told(ada, bo, mo):
    game = going_on(ada, bo)
    end_turn(game_id=game.pk, by=mo, why="Tea")
    assert ("moderation", "ended-turn") in told(ada)


def test_who_was_removed_learns_it(ada, bo, cy, mo):
    game = going_on(ada, bo, cy)
    remove_seat(game_id=game.pk, number=0, by=mo, why="Tea")
    assert (told(ada), told(bo)) == ({("moderation", "removed")}, set())


def test_what_fails_tells_nobody(ada, bo, monkeypatch):
    game = going_on(ada, bo, turn_seconds=DAY)
    seal(game, ada, place(1, 1))
    monkeypatch.setattr("games.store.transaction.ask_subscribers", lambda run: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        seal(game, bo, place(3, 3))
    assert (told(ada), told(bo)) == (set(), set())


@pytest.mark.django_db(transaction=True)
async def test_who_is_named_in_a_chat_over_a_socket_is_told(ada, bo, cy):
    game = await in_thread(going_on, ada, bo)
    async with page(game, ada) as table:
        said = await table.ask(type="chat.say", room="table", text="Look, @Cy!")
    assert said["type"] == "command.done"
    assert await in_thread(told, cy) == {("mention", "mentioned")}


class TestMentions:
    def test_a_member_whose_name_is_written_is_told(self, ada, bo, cy):
        game = going_on(ada, bo)
        say(game=game, user=ada, room="table", text="Look, @Cy! And @ada.")
        assert (told(cy), told(ada), told(bo)) == ({("mention", "mentioned")}, set(), set())

    def test_a_name_with_spaces_is_read_as_far_as_it_goes(self, ada, bo, member):
        lee = member("Bo Lee")
        say(game=going_on(ada, bo), user=ada, room="table", text="Well played, @bo lee indeed")
        assert (told(lee), told(bo)) == ({("mention", "mentioned")}, set())

    def test_an_address_of_mail_names_nobody(self, ada, bo, cy):
        say(game=going_on(ada, bo), user=ada, room="table", text="write to ada@cy.example")
        assert told(cy) == set()

    def test_a_player_learns_nothing_from_the_spectators_room(self, ada, bo, cy, member):
        dee = member("Dee")
        say(game=going_on(ada, bo), user=cy, room="spectators", text="@Ada, @Dee, see that?")
        assert (told(ada), told(dee)) == (set(), {("mention", "mentioned")})

    def test_a_game_that_is_not_listed_is_told_to_its_players_alone(self, ada, bo, cy):
        game = going_on(ada, bo, listed=False)
        say(game=game, user=ada, room="table", text="@Bo and @Cy")
        assert (told(bo), told(cy)) == ({("mention", "mentioned")}, set())

    def test_whoever_has_muted_the_author_is_not_told(self, ada, bo, cy, clock):
        mute(member=cy, muted=ada, now=clock.now)
        say(game=going_on(ada, bo), user=ada, room="table", text="Look, @Cy and @Bo!")
        assert (told(cy), told(bo)) == (set(), {("mention", "mentioned")})


def test_a_vote_is_told_to_those_who_have_said_nothing_and_is_shown_while_it_goes_on(
    ada, bo, cy, clock
):
    game = going_on(ada, bo, cy)
    ask_for_vote(game_id=game.pk, user=ada, about="pause", seconds=3600)
    assert (told(ada), told(bo), told(cy)) == (set(), {("vote", "vote")}, {("vote", "vote")})
    assert shown(cy) == ["vote"]
    cast_vote(game_id=game.pk, user=bo, vote=1)
    cast_vote(game_id=game.pk, user=cy, vote=1)
    assert shown(cy) == ["vote-paused"]
    clock.go(3600)
    votes.end_pauses(clock.now, set())
    assert shown(ada) == ["goes-on"]


def test_a_vote_that_is_decided_at_once_asks_nobody(ada, bot):
    game = going_on(ada, bot)
    ask_for_vote(game_id=game.pk, user=ada, about="cancel")
    assert ("vote", "vote") not in told(ada)


def test_a_vote_needs_the_voice_of_nobody_who_has_left(ada, bo, cy):
    game = going_on(ada, bo, cy)
    ask_for_vote(game_id=game.pk, user=ada, about="end")
    assert "vote" in shown(cy)
    resign(game_id=game.pk, user=cy)
    assert "vote" not in shown(cy)


def test_a_seat_to_take_over_is_told_to_those_who_asked_for_it_while_it_is_offered(
    ada, bo, cy, member
):
    asked, silent = member("Di"), member("Ed")
    for user in (asked, bo):
        set_preferences(member=user, by={Channel.SITE: ["seat"]})
    assert Kind.SEAT not in wanted_in_site(preferences_of(silent))
    game = going_on(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    assert (told(asked), told(silent)) == ({("seat", "seat-offered")}, set())
    assert ("seat", "seat-offered") not in told(bo) | told(ada)
    assert shown(asked) == ["seat-offered"]
    act(game.pk, silent, TakeSeat(seat=0))
    assert shown(asked) == []


def test_who_left_a_seat_to_others_owes_no_choice_there_any_more(ada, bo, cy):
    game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True)
    assert shown(ada) == ["began"]
    resign(game_id=game.pk, user=ada)
    assert (shown(ada), shown(bo)) == ([], ["began"])


def test_a_seat_of_a_game_that_is_not_public_is_told_to_nobody(ada, bo, cy, member):
    set_preferences(member=member("Di"), by={Channel.SITE: ["seat"]})
    game = going_on(ada, bo, cy, listed=False, seats_taken_over=True)
    resign(game_id=game.pk, user=ada)
    assert not Notice.objects.filter(kind="seat").exists()


def test_who_missed_too_many_turns_learns_it_where_the_seat_is_offered_too(ada, bo, cy, run_out):
    game = going_on(ada, bo, cy, absences_allowed=1, seats_taken_over=True, turn_ends="timer")
    for user, x in ((bo, 1), (cy, 3)):
        seal(game, user, place(x, x))
    run_out()
    assert told(ada) == {("course", "absent")}
