"""People in the admin: invitations, warnings, chat bans, suspensions, members.

Moderators can do here what moderating needs, and no more. Nobody sees a password's hash; only
superusers see addresses, choose moderators, set passwords and delete members.
"""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy

from accounts.admin import own_acts, work_list
from accounts.admin.acts_page import show_acts
from accounts.admin.invitations import InvitationAdmin
from accounts.admin.measures import ChatBanAdmin, MemberWarningAdmin, SuspensionAdmin
from accounts.admin.members import MemberAdmin
from accounts.roles import lacks_second_factor

__all__ = [
    "ChatBanAdmin",
    "InvitationAdmin",
    "MemberAdmin",
    "MemberWarningAdmin",
    "SuspensionAdmin",
    "own_acts",
]

admin.site.site_header = gettext_lazy("Club administration")
admin.site.site_title = "Miai"
admin.site.index_title = gettext_lazy("To do")
# Members manage their own second factors; a superuser removes them on the member's page.
admin.site.unregister(Authenticator)
# The same for addresses: a change made here would notify nobody. The member's page shows them.
admin.site.unregister(EmailAddress)

_may_enter = admin.site.has_permission
# The admin has no login of its own, so that password attempts are counted in one place.
_log_in = secure_admin_login(admin.site.login)


def may_enter(request: HttpRequest) -> bool:
    """Whether this user gets into the admin: staff, with a second factor where one is needed."""
    return _may_enter(request) and not lacks_second_factor(request.user)


def log_in(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Sends users who may not enter to set up a second factor if they lack one, else to log in."""
    if request.user.is_authenticated and lacks_second_factor(request.user):
        return redirect("mfa_index")
    answer: HttpResponse = _log_in(request)
    return answer


def change_password(
    request: HttpRequest, extra_context: dict[str, Any] | None = None
) -> HttpResponse:
    """Sends users who change their own password to the page for all members, which counts wrong
    attempts and reports the change by mail."""
    return redirect("account_change_password")


_own_urls = admin.site.get_urls


def get_urls() -> list[Any]:
    """The admin's URLs, and the one of the moderators' log."""
    return [path("acts/", admin.site.admin_view(show_acts), name="acts"), *_own_urls()]


admin.site.has_permission = may_enter  # type: ignore[method-assign]
admin.site.login = log_in  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[method-assign, assignment]
admin.site.get_urls = get_urls  # type: ignore[method-assign]
admin.site.index = work_list.index  # type: ignore[method-assign]
admin.site.index_template = "admin/work_list.html"
