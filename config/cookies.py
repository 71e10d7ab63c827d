"""The cookie that carries a message to the next page, under a name of the settings."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessagesCookie(CookieStorage):
    """Django's, whose name is fixed."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """In the cookie; in the session where they are too long for it."""

    storage_classes = (MessagesCookie, SessionStorage)
