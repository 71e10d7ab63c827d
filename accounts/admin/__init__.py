"""People in the admin: invitations, suspensions, members.

Moderators get here what moderating needs. Nobody sees a password's hash; only superusers see
addresses, choose moderators, set passwords and delete members.
"""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin

from accounts.admin.invitations import InvitationAdmin
from accounts.admin.members import MemberAdmin
from accounts.admin.suspensions import SuspensionAdmin

__all__ = ["InvitationAdmin", "MemberAdmin", "SuspensionAdmin"]

admin.site.site_header = "Running the club"
admin.site.site_title = "Miai"
admin.site.index_title = "What is there to do?"
# The admin has no log-in of its own, so that tries are counted in one place.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
