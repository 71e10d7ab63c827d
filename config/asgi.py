"""The web process: HTTP to Django, WebSockets to the consumers."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

# The consumers import models, which need the set-up that the line above has done.
from games.live.sockets import Nowhere  # noqa: E402
from games.routing import websocket_urlpatterns as game_sockets  # noqa: E402
from lobby.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402

nowhere = re_path("", Nowhere.as_asgi())
application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*game_sockets, *lobby_sockets, nowhere]))
        ),
    }
)
