"""The entries about a member in the history that Django's admin keeps."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.admin.models import LogEntry
from django.db.models import Q

from accounts.models import FormerName, User

OF_MEASURES = ("suspension", "chatban", "memberwarning", "report")
"""Models whose descriptions begin or end with the name of the member concerned."""


def history_of(member: User) -> Q:
    """Selects entries about a member. Of a deleted message only its description is left, which
    begins with the member's name."""
    return _own([member.pk]) | _said([member.username])


def forget_in_history(members: Iterable[User]) -> None:
    """Blanks what these members, who are about to be deleted, are called in the history, under
    their names and former names. The entries stay."""
    members = list(members)
    names = [member.username for member in members]
    names += FormerName.objects.filter(user__in=members).values_list("name", flat=True)
    entries = _own([member.pk for member in members]) | _said(names)
    for name in names:
        for place in (
            {"object_repr__startswith": f"{name} "},
            {"object_repr__endswith": f" {name}"},
        ):
            entries |= Q(content_type__model__in=OF_MEASURES, **place)
    LogEntry.objects.filter(entries).update(object_repr="")


def _own(members: Iterable[int]) -> Q:
    return Q(content_type__model="user", object_id__in=[str(member) for member in members])


def _said(names: Iterable[str]) -> Q:
    begins = Q()
    for name in names:
        begins |= Q(object_repr__startswith=f"{name} in ")
        begins |= Q(object_repr__startswith=f"{name} at ")
    return Q(content_type__model__in=["chatmessage", "tablemessage"]) & begins
