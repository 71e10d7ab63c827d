"""Every number by which the members of the simulated club live, and where it comes from.

Where nothing is cited, a number is a guess: nobody has published it for games like these. Times are
those of the club, which is in one time zone.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """A kind of member. ``share``: of all members; ``visits``: how often a day they come to play;
    ``looks``: how often a day they also have a quick look at their games by correspondence;
    ``kept``: how many games by correspondence they want to have in progress; ``careless``: how many
    times as often as others they miss turns and walk away."""

    name: str
    share: float
    visits: float
    looks: float
    kept: int
    careless: float = 1.0


@dataclass(frozen=True)
class Spread:
    """A time in seconds, distributed log-normally: half are shorter than ``median``, and about one
    of six is longer than ``median`` × e^``sigma``."""

    median: float
    sigma: float


@dataclass(frozen=True)
class Habits:
    """The habits of the whole club."""

    kinds: tuple[Kind, ...] = (
        # On Lichess roughly a fifth of the players account for four fifths of the time played
        # ("Exploring how Lichess' players spend their playing time, Part 2", lichess.org/@/Solal35,
        # on the games of January 2023). Here the keen and the careless make half of the visits: in
        # a club by invitation those who hardly ever come are not counted as members.
        Kind("keen", share=0.16, visits=1.4, looks=3.0, kept=3),
        Kind("regular", share=0.40, visits=0.5, looks=1.8, kept=2),
        Kind("occasional", share=0.36, visits=0.2, looks=1.1, kept=1),
        Kind("careless", share=0.08, visits=0.6, looks=0.8, kept=2, careless=5.0),
    )

    # People play in the evening, most of all between six and ten ("Why Some Games Attract More
    # Players During Peak Hours", playercounter.com), from midday to midnight, and hardly at night
    # ("Quake III: when do people play", gja.space4me.com, two servers in 2001).
    hours: tuple[float, ...] = (
        *(1.0, 0.4, 0.2, 0.1, 0.1, 0.2),
        *(0.5, 1.0, 1.5, 1.5, 1.5, 2.0),
        *(3.0, 2.5, 2.0, 2.0, 2.5, 4.0),
        *(8.0, 11.0, 13.0, 13.0, 8.0, 3.0),
    )
    """How many visits begin in each hour of a day, in proportion."""
    weekend: float = 1.3
    """How many times as many visits there are on Saturdays and Sundays as on other days."""

    visit: Spread = field(default_factory=lambda: Spread(40 * 60, 0.6))
    """How long somebody has time; a game that is in progress then is still played to its end."""
    plays_now: float = 0.75
    """The share of visits for a live game; the others are for games by correspondence alone."""
    waits_for: Spread = field(default_factory=lambda: Spread(9 * 60, 0.6))
    """How long somebody waits for a live game before they give up."""
    plays_bot: float = 0.6
    """The share of those wishing for a game who play a bot until somebody comes."""
    waits_with_bot: Spread = field(default_factory=lambda: Spread(25 * 60, 0.6))
    """How long those who play a bot meanwhile wait."""
    again: float = 0.6
    """The chance that somebody with time left wants another live game."""
    before_again: Spread = field(default_factory=lambda: Spread(90, 0.8))
    """The time between two live games."""

    any_game: float = 0.4
    """The share of members who like all games; the others like two or three."""
    two_only: float = 0.5
    """The share of members who want live games for two; the others play with two to four."""
    near_only: float = 0.1
    """The share of members who only play with others of about their strength."""

    answers: float = 0.93
    """The chance that somebody who has the page open answers when they are asked. Of a hundred
    matches of teams in Age of Empires II that one player noted, 7 failed because somebody did not
    join and 25 because somebody left before the start (forums.ageofempires.com, "The data is in");
    here a no is not punished, so those who do not want to play say so."""
    answer: Spread = field(default_factory=lambda: Spread(9, 0.7))
    answers_reminder: float = 0.3
    """The chance that somebody who has a page of the club open, but did not answer, does so when
    the page reminds them, with a sound and a banner."""
    reminder_after: float = 20.0
    """How many seconds after the question the page reminds them (``AGAIN`` in
    static/js/ui/asked.js)."""
    looks_again: float = 0.6
    """The chance that somebody who has the page open, but did not answer, looks for a game again
    once they see that."""
    looks_again_after: Spread = field(default_factory=lambda: Spread(100, 0.5))
    """How long after being asked they see it."""
    answers_from_afar: float = 0.6
    """The chance that somebody who does not have the page open sees in time that they are asked."""
    answer_from_afar: Spread = field(default_factory=lambda: Spread(75, 0.8))

    evening_wishes: float = 0.12
    """The chance that a member says on a given day that they want to play in the evening."""

    wants_to_be_asked_later: float = 0.2
    """The chance that somebody who gives up waiting for a live game in the evening wants to be
    asked later this evening, as the page offers. They have just wanted to play, and it is one tap;
    but most will do something else."""

    thinks: Spread = field(default_factory=lambda: Spread(9, 0.8))
    """How long somebody thinks about a choice in a live game."""
    distracted: float = 0.008
    """The share of turns of a live game that somebody misses because they are distracted."""
    walks_away: float = 0.012
    """The chance that somebody walks away from a live game. In 11.7 % of 50 million games of Dota
    2, which has ten players, at least one left (gosu.ai, "Leavers in Dota 2"): 1.2 % of the
    players."""
    resigns: float = 0.012
    """The chance that somebody resigns in a turn, from the eleventh on."""

    ends_alone: float = 0.3
    """The chance that somebody whose opponent has left ends the game, instead of going on with
    whoever takes over the seat."""

    thinks_slowly: Spread = field(default_factory=lambda: Spread(60, 0.6))
    """How long a choice by correspondence takes once somebody looks."""
    holidays: float = 1 / 60
    """The chance, each day, that a member goes away for some days."""
    holiday_days: tuple[int, int] = (2, 8)
    enters_days_off: float = 0.5
    """The share of such absences that are entered as days off."""
    quits: float = 0.002
    """The chance, each day, that a member stops coming for good: one of eight does so within two
    months. Games count it as very good if a tenth of those who begin still plays after thirty days
    (gameindustrylibrary.com, on retention rates); members of a club have long begun."""

    prefers_tables: float = 0.2
    """The share of members who look for a table instead of wishing for a game."""
    steps_in: float = 0.3
    """The share of members who like to take over seats whose players have left."""
    wants_to_know: float = 1 / 3
    """The share of members who want to be notified when somebody looks for a live game."""
    tells_me_too: float = 0.15
    """The share of the others who say yes when their own search offers to tell them of others. They
    are asked once."""
    comes: float = 0.25
    """The chance that somebody who is not on the site comes when they are notified in the evening;
    at other hours less, as fewer visits begin then."""
    comes_after: Spread = field(default_factory=lambda: Spread(60, 0.5))
    """How long they take: nine of ten come within two minutes."""
    looks_anyway: float = 0.5
    """The share of those who came because they were told, and found nobody waiting any more, who
    then look for a game themselves."""
    joins: float = 0.1
    """The chance that somebody who is on the site for other things joins when the lobby shows in
    the evening that somebody looks for a live game; at other hours less. It is smaller than
    ``comes``, as these members have not asked to be told."""
    widens: float = 0.4
    """The chance that somebody who waits for a live game with the page open also looks for what
    somebody else is waiting for, once the page shows it."""
    opens_table: float = 0.8
    """The share of those finding no table that they like who open one; the others leave."""
    fills_table: float = 0.6
    """The share of those opening a table who let bots take the free seats after a while, if they
    can."""


HABITS = Habits()
