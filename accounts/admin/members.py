"""Members and bots in the admin: names and roles, as far as each moderator may change them."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, Q, QuerySet
from django.forms import Form, ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from accounts.admin.guards import KEY, GuardedList, actor, say_what_changed
from accounts.admin.last_seen import NotSeenFilter
from accounts.admin.member_sections import sections_about
from accounts.forms.moderating import MemberForm, MemberFormOfSuperuser
from accounts.models import InvitationUse, Suspension, User
from accounts.roles import HOSTS, MODERATORS
from accounts.services.members import delete_account, remove_second_factors, update_member
from accounts.services.password_links import make_password_link

RIGHTS = {"is_active", "is_superuser"}
"""The fields of a member's row that only superusers may change."""

LINK_PAGE = "admin/accounts/user/password_link.html"
SECOND_FACTORS_PAGE = "admin/accounts/user/second_factors.html"


class RolesFilter(admin.RelatedFieldListFilter):
    """Filters members by role."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = gettext_lazy("roles")

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[Any]:
        """The roles in the moderator's language."""
        words = {HOSTS: gettext("hosts"), MODERATORS: gettext("moderators")}
        found = super().field_choices(field, request, model_admin)
        return [(key, words.get(str(name), name)) for key, name in found]


@admin.register(User)
class MemberAdmin(GuardedList, UserAdmin):
    """Members and bots. Moderators can change names and who hosts; superusers can change more."""

    form = MemberForm
    list_display = (
        "username", "kind", "hosts", "suspended_until", "date_joined", "last_seen_on", "is_active",
    )  # fmt: skip
    list_filter = (NotSeenFilter, "is_bot", ("groups", RolesFilter), "is_active")
    search_fields = ("name_key__named",)
    ordering = ("username",)
    filter_horizontal = ()
    readonly_fields = (
        "kind", "date_joined", "last_seen_on", "email", "password_page", "second_factors",
        "suspend_page", "page", "chat_ban_page", "invited_by", "former_names",
    )  # fmt: skip
    fieldsets = None
    actions = None

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """The fields that this user may see."""
        fields = ["username", "page", "kind", "date_joined", "last_seen_on", "hosts"]
        fields += ["suspend_page", "chat_ban_page"]
        if obj is not None and not obj.is_bot:
            fields.insert(fields.index("date_joined") + 1, "invited_by")
            fields.insert(1, "former_names")
        if request.user.is_superuser:
            fields += ["moderates", "is_active", "is_superuser", "email"]
            fields += ["password_page", "second_factors"]
        return [(None, {"fields": fields})]

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """The users except guests, with what the list shows of each."""
        held = Suspension.objects.filter(lifted_at=None, until__gt=timezone.now())
        return (
            super()
            .get_queryset(request)
            .filter(is_guest=False)
            .select_related("owner")
            .defer("password")
            .prefetch_related("groups", Prefetch("suspensions", queryset=held))
        )

    @admin.display(description=gettext_lazy("kind"))
    def kind(self, user: User) -> str:
        """Bot, with its owner if it has one, superuser, moderator or member."""
        if user.owner is not None:
            return gettext("bot of %(owner)s") % {"owner": user.owner}
        if user.is_bot:
            return gettext("bot")
        if user.is_superuser:
            return gettext("administrator")
        return gettext("moderator") if _is_in(user, MODERATORS) else gettext("member")

    @admin.display(description=gettext_lazy("hosts"), boolean=True)
    def hosts(self, user: User) -> bool:
        """Whether the user is in the group of hosts."""
        return _is_in(user, HOSTS)

    @admin.display(description=gettext_lazy("moderator"), boolean=True)
    def moderates(self, user: User) -> bool:
        """Whether the user is in the group of moderators."""
        return _is_in(user, MODERATORS)

    @admin.display(description=gettext_lazy("suspended until"))
    def suspended_until(self, user: User) -> Any:
        """The end of the user's current suspension; of several, the latest end."""
        return max((held.until for held in user.suspensions.all()), default=None)

    @admin.display(description=gettext_lazy("password"))
    def password_page(self, user: User) -> SafeString:
        """A link to the page where a superuser makes a link for a new password."""
        return format_html('<a href="../password/">{}</a>', gettext("Make a link for a new one"))

    @admin.display(description=gettext_lazy("two-factor login"))
    def second_factors(self, user: User) -> SafeString | str:
        """A link to the page where a superuser removes the member's second factors."""
        if not Authenticator.objects.filter(user=user).exists():
            return gettext("none")
        return format_html('<a href="../second-factors/">{}</a>', gettext("Remove them"))

    @admin.display(description=gettext_lazy("page"))
    def page(self, user: User) -> SafeString:
        """A link to the member's page on the site."""
        address = user.get_absolute_url()
        return format_html('<a href="{}">{}</a>', address, gettext("Open the member’s page"))

    @admin.display(description=gettext_lazy("names before"))
    def former_names(self, user: User) -> str:
        """The names that the member had within the last year, and until when."""
        words = gettext("%(name)s (until %(day)s)")
        found = user.former_names.reserved(timezone.now())
        said = [
            words % {"name": each.name, "day": f"{timezone.localtime(each.given_up_at):%Y-%m-%d}"}
            for each in found
        ]
        return ", ".join(said) or gettext("none")

    @admin.display(description=gettext_lazy("invited by"))
    def invited_by(self, user: User) -> SafeString | str:
        """Who made the invitation that the member joined with, with links to both."""
        uses = InvitationUse.objects.select_related("invitation__creator")
        use = uses.filter(user=user).first()
        if use is None:
            return gettext("nobody: they did not join by an invitation")
        invitation = use.invitation
        creator = invitation.creator
        to_invitation = format_html(
            '<a href="{}">{}</a>',
            reverse("admin:accounts_invitation_change", args=[invitation.pk]),
            invitation,
        )
        if creator is None:
            return to_invitation
        address = reverse("admin:accounts_user_change", args=[creator.pk])
        return format_html('<a href="{}">{}</a> ({})', address, creator, to_invitation)

    @admin.display(description=gettext_lazy("suspend"))
    def suspend_page(self, user: User) -> SafeString | str:
        """A link to the form for suspending the member."""
        if user.is_bot or user.is_staff:
            return gettext("not possible")
        address = reverse("admin:accounts_suspension_add", query={"user": user.username})
        return format_html(
            '<a href="{}">{}</a>', address, gettext("Suspend %(name)s") % {"name": user.username}
        )

    @admin.display(description=gettext_lazy("ban from chat"))
    def chat_ban_page(self, user: User) -> SafeString | str:
        """A link to the form for banning the member from chats."""
        if user.is_bot or user.is_staff:
            return gettext("not possible")
        address = reverse("admin:accounts_chatban_add", query={"user": user.username})
        return format_html(
            '<a href="{}">{}</a>',
            address,
            gettext("Ban %(name)s from chat") % {"name": user.username},
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """False for everybody: members join by invitation."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Moderators can change ordinary members only; superusers can change everybody."""
        allowed = super().has_change_permission(request, obj)
        ordinary = obj is None or not (obj.is_staff or obj.is_superuser or obj.is_bot)
        return allowed and (ordinary or bool(request.user.is_superuser))

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm]:
        """The form with only the fields that this user may change."""
        form = MemberFormOfSuperuser if request.user.is_superuser else MemberForm
        return super().get_form(request, obj, change=change, form=form, **kwargs)

    def save_model(self, request: HttpRequest, obj: User, form: ModelForm, change: bool) -> None:
        """Stores the name and the roles that this user may change."""
        update_member(
            user=obj,
            by=actor(request),
            hosts=form.cleaned_data["hosts"],
            moderates=form.cleaned_data.get("moderates"),
            changed=RIGHTS.intersection(form.changed_data),
        )

    def save_related(self, request: HttpRequest, form: Form, formsets: Any, change: bool) -> None:
        """Does nothing: roles are stored with the row."""

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,  # noqa: A002 (the name in Django's URL)
        form_url: str = "",
    ) -> HttpResponse:
        """Replaces Django's page, on which a superuser would choose the member's password. Makes a
        link instead, with which the member chooses one. For superusers only. The member's history
        records it, and the member is notified."""
        if not request.user.is_superuser:
            raise PermissionDenied
        member = get_object_or_404(User, pk=id if KEY.fullmatch(id) else 0, is_bot=False)
        context = {**self.admin_site.each_context(request), "title": gettext("New password")}
        if request.method == "POST":
            by = actor(request)
            token = make_password_link(member=member, by=by, now=timezone.now())
            get_adapter().send_notification_mail("account/email/password_link_made", member)
            self.log_change(request, member, gettext("Made a link for a new password."))
            context["address"] = request.build_absolute_uri(reverse("password-link", args=[token]))
        return render(request, LINK_PAGE, {**context, "member": member})

    def get_urls(self) -> list[URLPattern]:
        """Django's URLs, and that of the page for removing second factors."""
        page = self.admin_site.admin_view(self.take_second_factors_away)
        name = "accounts_user_second_factors"
        return [path("<int:pk>/second-factors/", page, name=name), *super().get_urls()]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The member's page, with the sections about the member below the form."""
        found = self.get_object(request, object_id)
        context = dict(extra_context or {})
        if isinstance(found, User) and not found.is_bot:
            context["sections"] = sections_about(found, actor(request))
        return super().change_view(request, object_id, form_url, context)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        """Members whose name contains the text, or whose whole email address it is. So moderators
        can find the sender of a mail to the club, but cannot guess an address bit by bit."""
        named, repeats = super().get_search_results(request, queryset, search_term)
        if "@" not in search_term:
            return named, repeats
        owners = EmailAddress.objects.filter(email__iexact=search_term.strip()).values("user")
        return queryset.filter(Q(pk__in=named.values("pk")) | Q(pk__in=owners)), False

    def take_second_factors_away(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Removes the second factors of a member who has lost them; for superusers only. Asks
        first, records it in the member's history, and notifies the member by mail."""
        if not request.user.is_superuser:
            raise PermissionDenied
        member = get_object_or_404(User, pk=pk)
        if request.method == "POST":
            has_some = Authenticator.objects.filter(user=member).exists()
            if has_some:
                remove_second_factors(user=member, now=timezone.now())
                self.log_change(request, member, gettext("Two-factor login removed."))
                get_adapter().send_notification_mail("account/email/second_factors_removed", member)
            words = gettext("%(name)s now logs in with the password alone.") % {"name": member}
            say_what_changed(request, has_some, words)
            return redirect("admin:accounts_user_change", pk)
        context = {**self.admin_site.each_context(request), "title": gettext("Two-factor login")}
        return render(request, SECOND_FACTORS_PAGE, {**context, "member": member})

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Deletes the account, just as the member could."""
        delete_account(user=obj)


def _is_in(user: User, group: str) -> bool:
    return any(each.name == group for each in user.groups.all())
