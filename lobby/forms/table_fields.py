"""The fields for opening a table that are the same for all games."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from engines.rules import Rules
from games.pages.words import LETS_IN
from games.play.clock import LEAST_AWAY, MOST_AWAY
from games.play.settings import LetsIn, TurnEnds, VoteOn, VotesNeed
from lobby.forms.timer import timer_fields
from lobby.models import LONGEST_TITLE, Table
from lobby.settings_words import WAYS_TO_A_SEAT, after_missed, in_words
from lobby.table_settings import (
    BOTS_AFTER,
    MOST_ABSENCES,
    MOST_EXTENSIONS,
    counts_in_words,
)

NEVER = "never"


USUAL = "usual"


TURN_ENDS = [
    (TurnEnds.TIMER.value, gettext_lazy("when the time is up")),
    (
        TurnEnds.COMPLETE.value,
        gettext_lazy("when the time is up, or as soon as everybody has chosen"),
    ),
]


VOTES = {
    VoteOn.PAUSE: gettext_lazy("to pause the game and to resume it"),
    VoteOn.MORE_TIME: gettext_lazy("for more time in a turn"),
    VoteOn.END: gettext_lazy("to end the game now, with the current ranks"),
    VoteOn.CANCEL: gettext_lazy("to cancel the game, without a result"),
    VoteOn.BOT: gettext_lazy("to let a bot take over an empty seat"),
    VoteOn.REMOVE: gettext_lazy("to remove a player who is away"),
}


VOTE_FIELDS = {vote: f"vote_{vote.name.lower()}" for vote in VOTES}
"""The name of each vote's field."""


VOTES_NEED = [
    (VotesNeed.ALL.value, gettext_lazy("unless somebody votes no")),
    (VotesNeed.MAJORITY.value, gettext_lazy("by majority")),
]


MEMBERS, THEN_BOTS, NEITHER = "members", "bots", "neither"


TAKING_OVER = [
    (THEN_BOTS, gettext_lazy("offered to other members, then to a bot")),
    (MEMBERS, gettext_lazy("offered to other members only")),
    (NEITHER, gettext_lazy("left empty")),
]


def table_fields(engine: Rules[Any], title: str) -> dict[str, forms.Field]:
    """The fields of a table of any game. ``title``: its title if none is entered."""
    allowed = engine.seats_allowed()
    absences = [(str(count), after_missed(count)) for count in range(1, MOST_ABSENCES + 1)]
    return {
        "seats": forms.TypedChoiceField(
            label=gettext_lazy("Players"),
            choices=[(count, str(count)) for count in allowed],
            coerce=int,
            disabled=len(allowed) == 1,
            error_messages={
                "invalid_choice": gettext("%(game)s is for %(counts)s players.")
                % {"game": engine.name, "counts": counts_in_words(engine)}
            },
            help_text=gettext_lazy("You can fill seats with bots."),
        ),
        **timer_fields(),
        "turn_ends": forms.ChoiceField(
            label=gettext_lazy("A turn ends"), choices=TURN_ENDS, widget=forms.RadioSelect
        ),
        "absences_allowed": forms.ChoiceField(
            label=gettext_lazy("A player is out of the game"),
            choices=[*absences, (NEVER, gettext_lazy("never"))],
            help_text=gettext_lazy("A turn is missed if the time is up and nothing was chosen."),
        ),
        "extensions": forms.ChoiceField(
            label=gettext_lazy("Extensions for each player"),
            required=False,
            choices=[
                (USUAL, gettext_lazy("two if a turn takes an hour or more, else none")),
                ("0", gettext_lazy("none")),
                *((str(count), str(count)) for count in range(1, MOST_EXTENSIONS + 1)),
            ],
            help_text=gettext_lazy(
                "Anyone who has not chosen when the time is up uses one automatically: the turn "
                "goes on once, for as long again, but a day at most."
            ),
        ),
        "days_off": forms.BooleanField(
            label=gettext_lazy("A turn waits for players on days off"),
            required=False,
            help_text=gettext_lazy(
                "Where a turn takes twelve hours or more: until they are back, a week at most."
            ),
        ),
        "leaves_when_away": forms.BooleanField(
            label=gettext_lazy("Anyone who is away from the game too long is out of it"),
            required=False,
            help_text=gettext_lazy(
                "Where a turn takes less than ten minutes, so that a lost connection does not hold "
                "everybody up."
            ),
        ),
        "away_minutes": forms.TypedChoiceField(
            label=gettext_lazy("Too long is"),
            choices=[(count, in_words(60 * count)) for count in range(LEAST_AWAY, MOST_AWAY + 1)],
            coerce=int,
            required=False,
            help_text=gettext_lazy("The time without a page of the game open."),
        ),
        "taking_over": forms.ChoiceField(
            label=gettext_lazy("The seat of anyone who leaves is"),
            choices=TAKING_OVER,
            widget=forms.RadioSelect,
            help_text=gettext_lazy(
                "Members can take it for two turns, as long as at least two others play on. The "
                "bot is about as strong as the player who left."
            ),
        ),
        **{
            VOTE_FIELDS[vote]: forms.BooleanField(label=label, required=False)
            for vote, label in VOTES.items()
        },
        "votes_need": forms.ChoiceField(
            label=gettext_lazy("A vote passes"),
            choices=VOTES_NEED,
            widget=forms.RadioSelect,
            help_text=gettext_lazy(
                "More than half of the players must vote yes in any case. Bots do not vote."
            ),
        ),
        "joining": forms.ChoiceField(
            label=gettext_lazy("How members get a seat"),
            choices=[(way.value, WAYS_TO_A_SEAT[way]) for way in Table.Joining],
            widget=forms.RadioSelect,
        ),
        "lets_in": forms.ChoiceField(
            label=gettext_lazy("Which members"),
            choices=[(asked.value, LETS_IN[asked]) for asked in LetsIn],
            widget=forms.RadioSelect,
            help_text=gettext_lazy(
                "Members who have finished their last games in time are reliable. Whoever is "
                "invited by name may join in any case."
            ),
        ),
        "starts": forms.ChoiceField(
            label=gettext_lazy("The game starts"),
            choices=Table.Starts.choices,
            widget=forms.RadioSelect,
        ),
        "bots_after": forms.TypedChoiceField(
            label=gettext_lazy("Bots take free seats"),
            choices=[
                (NEVER, gettext_lazy("never")),
                *((str(minutes), _after_time(minutes)) for minutes in BOTS_AFTER),
            ],
            coerce=lambda chosen: None if chosen == NEVER else int(chosen),
            required=False,
            empty_value=None,
            help_text=gettext_lazy(
                "If nobody takes a seat for that long. Their strength fits the players."
            ),
        ),
        "players_run": forms.BooleanField(
            label=gettext_lazy(
                "While I am away, anyone at the table may add bots or start with fewer players"
            ),
            required=False,
        ),
        "players_seat_bots": forms.BooleanField(
            label=gettext_lazy("Everybody at the table may add a bot of their own"),
            required=False,
        ),
        "bots_join": forms.BooleanField(
            label=gettext_lazy("Bots of members may take a seat by themselves"),
            required=False,
            help_text=gettext_lazy("Members wrote these bots. Otherwise somebody has to add them."),
        ),
        "players_invite": forms.BooleanField(
            label=gettext_lazy("Everybody at the table may invite members by name"),
            required=False,
        ),
        "listed": forms.BooleanField(
            label=gettext_lazy("Public: anyone can find and watch it"),
            required=False,
            help_text=gettext_lazy(
                "If not, only people with the link can find the table and the game."
            ),
        ),
        "rated": forms.BooleanField(
            label=gettext_lazy("Rated: the result counts for everybody’s rating"),
            required=False,
            help_text=gettext_lazy("Only public games of people without bots are rated."),
        ),
        "title": forms.CharField(
            label=gettext_lazy("Title"),
            required=False,
            max_length=LONGEST_TITLE,
            help_text=format_html(gettext("If left empty: “{}”."), title),
        ),
        "take_seat": forms.BooleanField(label=gettext_lazy("I play too"), required=False),
    }


def _after_time(minutes: int) -> str:
    return gettext("after %(time)s") % {"time": in_words(60 * minutes)}
