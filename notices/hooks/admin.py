"""The club's webhooks in the admin. Superusers set them: moderators never see such addresses."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from accounts.admin.guards import GuardedList
from accounts.admin.work_list import moment
from notices.hooks.services import check_address, new_secret, send_test
from notices.models import Webhook
from transport.refusals import Refused

TELLS = ("tells_began", "tells_ended", "tells_opened")


class WebhookForm(forms.ModelForm):
    """The address of one of the club's webhooks, and what it is told."""

    class Meta:
        model = Webhook
        fields = ("address", *TELLS)

    def clean_address(self) -> str:
        """The address, which must be one that the site may send to."""
        address: str = self.cleaned_data["address"]
        try:
            check_address(address)
        except Refused as refused:
            raise ValidationError(refused.message, code=refused.code) from None
        return address


@admin.register(Webhook)
class WebhookAdmin(GuardedList):
    """The club's webhooks, which tell other servers what happens here. Those of members are not
    listed."""

    form = WebhookForm
    list_display = ("__str__", *TELLS, "state", "sent_at")
    list_filter = ()
    actions = ("test",)
    readonly_fields = ("secret", "state", "made_at", "sent_at")

    def get_fields(self, request: HttpRequest, obj: Webhook | None = None) -> tuple[str, ...]:
        """The fields of the form and, for an existing webhook, its secret and state."""
        fields = ("address", *TELLS)
        return (*fields, *self.readonly_fields) if obj else fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        """The club's webhooks."""
        return super().get_queryset(request).filter(member=None)

    @admin.display(description=gettext_lazy("state"))
    def state(self, hook: Webhook) -> str:
        """Whether the server accepts what is sent."""
        if hook.stopped_at is not None:
            return gettext("Stopped on %(time)s. A test that succeeds starts it again.") % {
                "time": moment(hook.stopped_at)
            }
        if hook.failing_since is None:
            return gettext("works") if hook.sent_at is not None else gettext("not used yet")
        values = {"time": moment(hook.failing_since), "status": hook.status}
        if hook.status is None:
            return gettext("No answer since %(time)s.") % values
        return gettext("Nothing accepted since %(time)s; last status %(status)s.") % values

    def save_model(
        self, request: HttpRequest, obj: Webhook, form: forms.ModelForm, change: bool
    ) -> None:
        """Stores the webhook; a new one gets a secret. Failures of an earlier address are
        forgotten."""
        if not change:
            obj.secret, obj.made_at = new_secret(), timezone.now()
        elif "address" in form.changed_data:
            obj.failing_since = obj.status = obj.stopped_at = None
        super().save_model(request, obj, form, change)

    def has_test_permission(self, request: HttpRequest) -> bool:
        """Whether this user may send tests."""
        return self.has_change_permission(request)

    @admin.action(
        description=gettext_lazy("Send a test to the chosen webhooks"), permissions=["test"]
    )
    def test(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        """Has a test sent to each of these webhooks."""
        for hook in chosen:
            send_test(hook=hook, now=timezone.now())
        messages.success(
            request,
            gettext(
                "Tests are on their way. Reload this page in a few seconds to see the results."
            ),
        )
