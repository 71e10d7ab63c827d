"""Members' names in the titles that tables get by themselves, such as "Ada: Territory"."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Model

from accounts.models import User
from accounts.publishing import AccountEvent, Deleting, NameGivenUp
from engines.registry import GAMES
from games.models import Game
from lobby.member_settings import title_with_name
from lobby.models import Table


def take_names_out_of_titles(event: AccountEvent) -> None:
    """Once a name is given up, the titles that came from it have the new one; once an account is
    deleted, they have none. This is done after the commit: whoever locks a game refers to members
    later, and could deadlock with the transaction of the event, which locks the member first."""
    match event:
        case NameGivenUp(user, name):
            names = {name, *former_names([user.pk])} - {user.username}
            transaction.on_commit(partial(replace_names, names, user.username))
        case Deleting(members):
            usual = User.objects.filter(pk__in=members, is_bot=False, is_guest=False)
            names = {*usual.values_list("username", flat=True), *former_names(members)}
            if names:
                transaction.on_commit(partial(replace_names, names, ""))


def former_names(members: Collection[int]) -> list[str]:
    """The former names of these members that are still known."""
    known = User.objects.filter(pk__in=members, former_names__isnull=False)
    return list(known.values_list("former_names__name", flat=True))


def replace_names(names: Collection[str], new: str) -> None:
    """Replaces the names in the titles of tables, of games and of rematches, which keep their
    game's title, and in the moderators' history of them. Titles that a host has written are left.
    Each row is changed by itself, so that nothing waits for more than one."""
    titles = {
        title_with_name(name, engine): title_with_name(new, engine)
        for name in names
        for engine in GAMES
    }
    for model, field in ((Table, "title"), (Game, "title"), (LogEntry, "object_repr")):
        _replace(model, field, titles)


def _replace(model: type[Model], field: str, values: dict[str, str]) -> None:
    rows = model._default_manager.filter(**{f"{field}__in": values})  # noqa: SLF001 its public name
    for pk, value in rows.values_list("pk", field):
        model._default_manager.filter(pk=pk).update(**{field: values[value]})  # noqa: SLF001
