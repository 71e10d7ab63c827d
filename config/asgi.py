"""The web process: HTTP to Django, WebSockets to the consumers."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django_application = get_asgi_application()

# What follows needs the set-up that the line above has done.
import config.urls  # noqa: E402, F401 - now, so that the first visitor does not wait for it
from config.arrivals import noting_arrival  # noqa: E402
from config.static_first import StaticFirst  # noqa: E402
from games.live.sockets import Nowhere  # noqa: E402
from games.routing import websocket_urlpatterns as game_sockets  # noqa: E402
from lobby.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402

nowhere = re_path("", Nowhere.as_asgi())
application = ProtocolTypeRouter(
    {
        "http": StaticFirst(noting_arrival(django_application)),
        "websocket": AllowedHostsOriginValidator(
            AuthMiddlewareStack(URLRouter([*game_sockets, *lobby_sockets, nowhere]))
        ),
    }
)
