"""Links for a new password by mail, which a worker sends.

The request does the same for every address. If it looked for the member and sent the mail itself,
its time would tell whether somebody has the address.
"""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from allauth.account.internal.flows.password_reset import request_password_reset
from allauth.core.context import request_context
from celery import shared_task
from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from kombu.exceptions import OperationalError
from redis import RedisError

from scheduler.jobs import Queue

logger = logging.getLogger(__name__)

EXPIRES = 3600
"""Seconds after which a link that no worker has sent is no longer sent: the asker asks again."""


def ask_for_link(request: HttpRequest, email: str) -> None:
    """Leaves it to a worker to send a link to this address, if a member has it. While no worker can
    be told, sends it at once."""
    asks_for_themselves = not request.user.is_authenticated
    language = translation.get_language() if asks_for_themselves else None
    arguments = (email, language or settings.LANGUAGE_CODE)
    try:
        send_link.apply_async(arguments, queue=Queue.SENDING, expires=EXPIRES, retry=False)
    except (RedisError, OperationalError):
        logger.warning("no worker can be told to send a link for a new password")
        send_link(*arguments)


class NobodysRequest(HttpRequest):
    """What allauth needs for a mail: a request, here of nobody."""

    def get_host(self) -> str:
        """The site's own name."""
        return urlsplit(settings.SITE_URL).netloc


@shared_task(ignore_result=True)
def send_link(email: str, language: str) -> None:
    """Sends the link to each member with this address: in their language, else in this one."""
    from accounts.forms.passwords import ResetPasswordForm  # which imports this module

    form = ResetPasswordForm({"email": email})
    request = NobodysRequest()
    with translation.override(language), request_context(request):
        if form.is_valid() and form.users:
            request_password_reset(request, email, form.users, None)
