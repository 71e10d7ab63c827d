"""The cookie that carries messages to the next page; its name comes from the settings."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessagesCookie(CookieStorage):
    """Django's cookie storage, which has a fixed name."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """Messages in the cookie, or in the session if they are too long for it."""

    storage_classes = (MessagesCookie, SessionStorage)
