"""Matching wishes: asking members who fit, their answers, and beginning their game."""

from __future__ import annotations

import dataclasses
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import Mute, Suspension, User
from games.models import Game, Seat
from games.pages.access import refuse_suspended
from games.play.clock import is_live
from games.play.reliability import refusal
from games.play.rows import GOING_ON
from games.play.settings import LetsIn
from games.schedule.giving_back import prolonged
from games.store.punctuality import playing, refuse_another_game
from games.store.strength import ratings_of
from lobby.live import lead_to_game_on_commit
from lobby.matching import OpenWish, find_matches, others_for
from lobby.models import Match, Pace, Place, Table, Wish
from lobby.models.wishes import is_free, matching_paces
from lobby.publishing import MatchAsked, MatchOver, emit
from lobby.seating import Seating
from lobby.services.joining import take_seat
from lobby.services.starting import start_table
from lobby.services.wishing import (
    JUST_NOW,
    end_live_wishes,
    hint_wishers_on_commit,
    lock_wishes,
    note_met,
)
from lobby.wished_games import ANSWER_FROM_AFAR, ANSWER_WITHIN, game_settings, sizes_of
from transport.refusals import Refused

MOST_TIMES_ASKED = 2
"""How long a match looks for others in place of those who do not play, as a multiple of the time to
answer. After that it ends, and those who said yes wait on."""
LOOK_AGAIN = timedelta(minutes=1)
"""How often waiting wishes are compared again though no new one has come: a suspension may have
ended, or a game that counted."""
OTHERS_AFTER = timedelta(seconds=20)
"""How long those who have said yes to a game now wait for those who have not answered. After that
they can be matched with others, too, and with only some of those who were asked."""
RESTS_FOR = timedelta(hours=1)
"""How long members who wished for this evening and did not answer are left in peace before they are
asked once more. They may not have been there the first time."""
BEGINS_IN = timedelta(seconds=3)
"""How long after the match the game begins, if nobody has to be asked because all have just wished
for it. By then their pages, which a new wish reloads, are open again."""


POOLS = (
    (Pace.DAILY, (Pace.DAILY,)),
    (Pace.NOW, (Pace.NOW,)),
    (Pace.EVENING, (Pace.EVENING,)),
    (Pace.NOW, matching_paces(Pace.NOW)),
)
"""The paces of the games that are looked for, in this order, each with the paces of the wishes that
are considered. Whoever wants to play this evening is also asked about a game now, if it
would not begin without them."""


def ask_matches(*, now: datetime) -> int:
    """Compares the wishes that are due with all others that they can be matched with, and asks the
    members whose wishes fit; returns how many wishes it looked at. Locks all wishes."""
    with transaction.atomic():
        lock_wishes()
        due = Wish.objects.filter(due_at__lte=now)
        paces = set(due.values_list("pace", flat=True))
        looked_at = due.update(due_at=now + LOOK_AGAIN)
        for pace, among in POOLS:
            if paces.intersection(among):
                _ask(pace, among, now)
    return looked_at


def answer_match(*, user: User, match_id: int, plays: bool, now: datetime) -> Game | None:
    """Stores the member's answer; a no ends their wish. Returns the game if it begins with that.
    Locks all wishes.

    Raises Refused: ``match-over``, ``suspended``, ``cannot-start``, and what
    :func:`games.store.punctuality.refuse_another_game` does.
    """
    with transaction.atomic():
        lock_wishes()
        wish = Wish.objects.select_related("match").filter(member=user, match=match_id).first()
        if wish is None or wish.match is None or wish.match.answer_by <= now:
            raise Refused("match-over", "It is too late to answer: this game is no longer offered.")
        if plays:
            refuse_suspended(user, now)
            refuse_another_game(user, now, live=wish.is_live)
            wish.says_yes, wish.due_at = True, wish.match.others_from
            wish.save(update_fields=["says_yes", "due_at"])
        else:
            wish.delete()
        emit(MatchOver([user.pk]))
        hint_wishers_on_commit(wish.pace, user.pk)
        return _settle(wish.match, now).get(user.pk)


def settle_lapsed(*, match_id: int, now: datetime) -> bool:
    """Ends the time to answer, if it is over. Whoever has not answered is no longer in the match,
    and their wish is missed, or rests if it is for this evening and has not rested yet. The game
    begins with the others, or their wishes wait on. After an outage there is more time first.
    Returns whether there was anything to do. Locks all wishes."""
    with transaction.atomic():
        lock_wishes()
        match = Match.objects.filter(pk=match_id, answer_by__lte=now).first()
        if match is None:
            return False
        silent = match.wishes.filter(says_yes=False)
        members = list(silent.values_list("member", flat=True))
        until = prolonged(match.answer_by, _time_to_answer(match))
        if until > now and members:
            Match.objects.filter(pk=match_id).update(answer_by=until)
            hint_wishers_on_commit(match.pace, *members)
            return True
        rested = now + RESTS_FOR
        resting = silent.filter(pace=Pace.EVENING, has_rested=False, until__gt=rested)
        resting.update(match=None, begins_at=rested, due_at=rested, has_rested=True)
        silent.update(match=None, due_at=None, tell_at=None, missed_at=now)
        emit(MatchOver(members))
        hint_wishers_on_commit(match.pace, *members)
        _settle(match, now)
    return True


def dissolve(*, match_id: int, now: datetime) -> None:
    """Lets the wishes of a match wait on, because its game cannot begin. Locks all wishes."""
    with transaction.atomic():
        lock_wishes()
        match = Match.objects.filter(pk=match_id).first()
        if match is not None:
            _dissolve(match, now + LOOK_AGAIN)


def _waiting(pace: str, among: Collection[str], now: datetime) -> list[Wish]:
    """The wishes of the paces ``among`` whose members can be asked now about a game of ``pace``."""
    free = Q(until=None) | Q(until__gt=now)
    waiting = Wish.objects.free(now).filter(free, pace__in=among, begins_at__lte=now)
    if pace != Pace.DAILY:  # nobody is asked about two live games at once
        matched = Wish.objects.filter(match__isnull=False).exclude(pace=Pace.DAILY)
        asked = matched.exclude(is_free(now))
        waiting = waiting.exclude(member__in=asked.values("member"))
        # Somebody in a match may be found another one in its place, but not one beside it.
        waiting = waiting.exclude(match=None, member__in=matched.values("member"))
    found = below_their_limit(waiting)
    if pace != Pace.DAILY:  # nor while they play one, such as after taking over a seat
        known = playing({wish.member_id for wish in found})
        found = [wish for wish in found if not known[wish.member_id].live]
    return found


def _ask(pace: str, among: Collection[str], now: datetime) -> None:
    """Asks members whose wishes, of the paces ``among``, fit about games of ``pace``."""
    games = list(sizes_of(pace))
    secrets.SystemRandom().shuffle(games)  # so that "any game" is not always the same one
    wishes = open_wishes(_waiting(pace, among, now), pace, now)
    for found in find_matches(wishes, {game: sizes_of(pace)[game] for game in games}):
        match = Match.objects.create(
            variant=found.game,
            pace=pace,
            asked=len(found.wishes),
            asked_at=now,
            answer_by=now,
        )
        _ask_these(match, found.wishes, now)


def _ask_these(match: Match, wishes: Sequence[OpenWish], now: datetime) -> None:
    """Puts these wishes into the match, and asks their members. Those who have just wished, or have
    said yes in a match in which others do not answer, are not asked: they have said yes already.
    The time to answer begins anew for everybody in the match."""
    these = Wish.objects.filter(pk__in=[wish.key for wish in wishes])
    these.filter(match=None, since__lt=now - JUST_NOW).update(says_yes=False)
    before = set(these.exclude(match=None).values_list("match", flat=True))
    these.update(match=match)
    Match.objects.filter(pk__in=before, wishes=None).delete()
    asked = list(these.filter(says_yes=False).values_list("member", flat=True))
    everybody_is_in = not match.wishes.filter(says_yes=False).exists()
    match.answer_by = now + (BEGINS_IN if everybody_is_in else _time_to_answer(match))
    waits = match.pace == Pace.NOW and not everybody_is_in
    match.others_from = now + OTHERS_AFTER if waits else None
    match.save(update_fields=["answer_by", "others_from"])
    match.wishes.update(due_at=match.others_from)
    if waits:  # from then on others are also shown and told that they are looking
        match.wishes.filter(pace=Pace.NOW).update(tell_at=match.others_from)
    if asked:
        emit(MatchAsked(match, asked))
    hint_wishers_on_commit(match.pace)


def _time_to_answer(match: Match) -> timedelta:
    """How long members have to answer; longer if some of them may not have the page open."""
    paces = match.wishes.values_list("pace", flat=True)
    if match.pace == Pace.NOW and Pace.EVENING in set(paces):
        return ANSWER_FROM_AFAR
    return ANSWER_WITHIN[Pace(match.pace)]


def open_wishes(
    wishes: Iterable[Wish], pace: str, now: datetime, *, shown_to: int | None = None
) -> list[OpenWish]:
    """What matching needs to know of these wishes to find games of ``pace``. Left out are those of
    members who may not play now.

    ``shown_to``: the key of a member who only sees what comes of it. Whom they have muted makes no
    difference then: else they could mute one member after another, and see whose wish it is.
    """
    held = set(Suspension.objects.holding(now).values_list("user", flat=True))
    wishes = [wish for wish in wishes if wish.member_id not in held and wish.member.is_active]
    known = playing({wish.member_id for wish in wishes})
    wishes = [
        wish for wish in wishes if refusal(known[wish.member_id], now, live=wish.is_live) is None
    ]
    if not wishes:
        return []
    members = {wish.member_id for wish in wishes}
    muted = Mute.objects.filter(member__in=members, muted__in=members).exclude(member=shown_to)
    avoided = list(muted.values_list("member", "muted"))
    games = sizes_of(pace)
    is_near = any(wish.near_only for wish in wishes)
    ratings = ratings_of(members, games, live=pace != Pace.DAILY) if is_near else {}
    return [
        OpenWish(
            key=wish.pk,
            member=wish.member_id,
            games=frozenset(wish.games or games) & games.keys(),
            least=wish.least,
            most=wish.most,
            since=wish.since,
            near_only=wish.near_only,
            ratings=ratings.get(wish.member_id, {}),
            avoids=frozenset(other for member, other in avoided if member == wish.member_id),
            reliability=known[wish.member_id].punctuality.word,
            lets_in=LetsIn(wish.lets_in) if settings.RELIABILITY else LetsIn.ANYONE,
        )
        for wish in wishes
    ]


def below_their_limit(waiting: QuerySet[Wish]) -> list[Wish]:
    """These wishes, but for those that keep as many games going as their member wants."""
    wishes = list(waiting.select_related("member"))
    keeping = {wish.member_id: wish for wish in wishes if wish.keep}
    if not keeping:
        return wishes
    seats = Seat.objects.filter(user__in=keeping, left_why="", game__status__in=GOING_ON)
    games = seats.filter(game__listed=True).values_list("user", "game__variant", "game__settings")
    counts = Counter(
        member
        for member, variant, chosen in games
        if not is_live(chosen) and (not keeping[member].games or variant in keeping[member].games)
    )
    return [wish for wish in wishes if not wish.keep or counts[wish.member_id] < wish.keep]


def _settle(match: Match, now: datetime) -> dict[int, Game]:
    """Begins the game, or games, of a match if everybody in it has said yes and they are enough.
    Else asks others in place of those who are no longer in the match. If too few are left and there
    are no others, lets their wishes wait on. Returns the members' games."""
    wishes = list(match.wishes.select_related("member"))
    can_play = open_wishes(wishes, match.pace, now)
    groups = find_matches(can_play, {match.variant: sizes_of(match.pace)[match.variant]})
    if not groups or not all(wish.says_yes for wish in wishes):
        if not _ask_others(match, wishes, now) and not groups:
            _dissolve(match, now)
        return {}
    by_key = {wish.pk: wish for wish in wishes}
    games: dict[int, Game] = {}
    for group in groups:
        players = [by_key[each.key] for each in group.wishes]
        game = _begin(match, players, now)
        games |= {wish.member_id: game for wish in players}
    _dissolve(match, now)
    return games


def _ask_others(match: Match, wishes: Sequence[Wish], now: datetime) -> bool:
    """Asks others, the oldest wishes that fit first, in place of those who are no longer in the
    match, as long as :data:`MOST_TIMES_ASKED` allows; returns whether there were any. The time to
    answer then begins anew for everybody."""
    if now - match.asked_at > MOST_TIMES_ASKED * _time_to_answer(match):
        return False
    among = matching_paces(Pace.NOW) if match.pace == Pace.NOW else (match.pace,)
    # One call for all of them: mutes and ratings are only read for wishes of the same call.
    waiting = [wish for wish in _waiting(match.pace, among, now) if wish.match_id != match.pk]
    known = open_wishes([*wishes, *waiting], match.pace, now)
    keys = {wish.pk for wish in wishes}
    left = [wish for wish in known if wish.key in keys]
    if not left:
        return False
    others = (wish for wish in known if wish.key not in keys)
    more = others_for(match.variant, match.asked, left, others)
    if more:
        _ask_these(match, more, now)
    return bool(more)


def _begin(match: Match, wishes: Sequence[Wish], now: datetime) -> Game:
    """Begins the game of members who all said yes, in random seats, by way of a table at which they
    all are ready."""
    chosen = game_settings(match.variant, match.pace, len(wishes))
    columns = {field.name: getattr(chosen, field.name) for field in dataclasses.fields(chosen)}
    table = Table.objects.create(
        host=None, starts_at=now, created_at=now, touched_at=now, host_seen_at=now, **columns
    )
    members = [wish.member for wish in wishes]
    secrets.SystemRandom().shuffle(members)
    for member in members:
        place = Place(table=table, user=member, ready=True, joined_at=now)
        take_seat(Seating.of(table), place, None, None)
        place.save()
    game = start_table(table_id=table.pk, now=now, of_match=True)
    if game is None:
        raise Refused("cannot-start", "This game cannot start just now.")
    note_met(game, wishes, now)
    keys = [wish.pk for wish in wishes]
    met = Wish.objects.filter(pk__in=keys)
    met.filter(keep=0).delete()
    met.update(match=None, says_yes=False, since=now, due_at=now)
    players = [member.pk for member in members]
    if match.pace != Pace.DAILY:
        end_live_wishes(players)
        lead_to_game_on_commit(players, game.get_absolute_url())
    hint_wishers_on_commit(match.pace, *players)
    return game


def _dissolve(match: Match, due_at: datetime) -> None:
    """Ends a match. The wishes that are left wait on, as old as they are."""
    wishes = match.wishes.all()
    emit(MatchOver(list(wishes.values_list("member", flat=True))))
    wishes.update(match=None, says_yes=False, due_at=due_at)
    match.delete()
    hint_wishers_on_commit(match.pace)
