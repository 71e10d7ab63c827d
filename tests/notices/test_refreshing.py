"""What is done in one tab disappears in the others: the member's pages are told to refresh."""

import pytest
from django.utils import timezone

from accounts.services.roles import set_host
from games.play.messages import TakeSeat
from lobby.services.inviting import decline_invitation, invite, withdraw_invitation
from notices import live
from notices.models import Channel
from notices.services import writing
from notices.services.preferences import set_preferences
from tests.games.acting import act, ask_for_vote, cast_vote, resign
from tests.games.playing import begin, place, seal
from tests.lobby.tables import open_one, sit
from tests.notices.told import DAY, goes_away, shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def hinted(monkeypatch):
    """Returns a function that gets the members whose pages were told to refresh since the last
    call."""
    members = set()

    def asked():
        found = set(members)
        members.clear()
        return found

    known = writing.hint

    def hint(member):
        members.add(member)
        return known(member)

    for module in (writing, live):
        monkeypatch.setattr(module, "hint", hint)
    monkeypatch.setattr(writing, "hint_on_commit", members.add)
    return asked


class TestGames:
    @pytest.fixture
    def game(self, ada, bo, hinted):
        game = begin(ada, bo, turn_seconds=DAY, turn_ends="complete")
        hinted()
        return game

    def test_whoever_has_chosen_and_nobody_else(self, ada, bo, game, hinted):
        assert shown(ada) == ["began"]
        seal(game, ada, place(1, 1))
        assert (shown(ada), hinted()) == ([], {ada.pk})

    def test_nobody_where_turns_are_quick_and_the_game_is_open(self, ada, bo, hinted):
        game = begin(ada, bo, turn_seconds=60, turn_ends="complete")
        hinted()
        seal(game, ada, place(1, 1))
        assert hinted() == set()
        goes_away(game, bo)
        seal(game, bo, place(3, 3))
        assert hinted() == {bo.pk}

    def test_everybody_when_a_vote_is_over(self, ada, bo, cy, hinted):
        game = begin(ada, bo, cy, turn_seconds=60)
        ask_for_vote(game_id=game.pk, user=ada, about="end")
        assert "vote" in shown(bo)
        hinted()
        cast_vote(game_id=game.pk, user=bo, vote=1, yes=False)
        assert "vote" not in shown(bo)
        assert {ada.pk, bo.pk, cy.pk} <= hinted()

    def test_whoever_leaves(self, ada, bo, cy, hinted):
        game = begin(ada, bo, cy, turn_seconds=DAY)
        hinted()
        resign(game_id=game.pk, user=ada)
        assert shown(ada) == []
        assert ada.pk in hinted()

    def test_those_who_were_offered_a_seat_that_is_taken(self, ada, bo, cy, member, hinted):
        di, ed = member("Di"), member("Ed")
        for user in (di, ed):
            set_preferences(member=user, by={Channel.SITE: ["seat"]})
        game = begin(ada, bo, cy, turn_seconds=DAY, seats_taken_over=True)
        resign(game_id=game.pk, user=ada)
        assert shown(di) == ["seat-offered"]
        hinted()
        act(game.pk, ed, TakeSeat(seat=0))
        assert shown(di) == []
        assert di.pk in hinted()


class TestTables:
    @pytest.fixture
    def table(self, ada, bo, cy, hinted):
        """Ada's table, to which Bo and Cy are invited."""
        set_host(user=ada, hosts=True)
        table = open_one(ada, seats=3)
        for name in ("Bo", "Cy"):
            invite(table_id=table.pk, by=ada, name=name, now=timezone.now())
        hinted()
        return table

    def test_whoever_declines(self, bo, table, hinted):
        assert shown(bo) == ["invited"]
        decline_invitation(table_id=table.pk, user=bo, now=timezone.now())
        assert shown(bo) == []
        assert bo.pk in hinted()

    def test_whoever_sits_down(self, bo, table, hinted):
        sit(table, bo)
        assert shown(bo) == []
        assert bo.pk in hinted()

    def test_whose_invitation_is_withdrawn(self, ada, cy, table, hinted):
        invited = table.invitations.get(member=cy)
        withdraw_invitation(table_id=table.pk, by=ada, invitation_id=invited.pk, now=timezone.now())
        assert shown(cy) == []
        assert cy.pk in hinted()
