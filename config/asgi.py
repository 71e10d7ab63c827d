"""The web process: HTTP goes to Django, WebSockets to the consumers."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# The imports below need Django to be set up.
import config.celery  # noqa: E402 - so that requests can reach the workers' broker
import config.urls  # noqa: E402, F401 - now, so that the first visitor need not wait for it
from accounts.guests import GuestsAsVisitorsOnSockets  # noqa: E402
from accounts.language import SpokenOnSockets  # noqa: E402
from accounts.sockets import MembersOnSockets, TokensOnSockets  # noqa: E402
from api.routing import websocket_urlpatterns as api_sockets  # noqa: E402
from config.handshakes import OurPagesOnly, only_watches  # noqa: E402
from config.headers import ProxyHeaders  # noqa: E402
from config.requests import RequestHandler, with_arrival_time  # noqa: E402
from config.static_files import StaticFirst  # noqa: E402
from games.routing import websocket_urlpatterns as game_sockets  # noqa: E402
from lobby.routing import websocket_urlpatterns as lobby_sockets  # noqa: E402
from notices.routing import websocket_urlpatterns as notice_sockets  # noqa: E402
from transport.opening import InTurn  # noqa: E402
from transport.sockets import (  # noqa: E402
    CountedHandshakes,
    NoSuchAddress,
    RateLimitedSocket,
)

nowhere = re_path("", NoSuchAddress.as_asgi())
sockets = URLRouter([*game_sockets, *lobby_sockets, *notice_sockets, *api_sockets, nowhere])
application = ProxyHeaders(
    ProtocolTypeRouter(
        {
            "http": StaticFirst(with_arrival_time(RequestHandler())),
            "websocket": OurPagesOnly(
                CountedHandshakes(
                    InTurn(
                        MembersOnSockets(
                            TokensOnSockets(GuestsAsVisitorsOnSockets(SpokenOnSockets(sockets)))
                        ),
                        with_state=("/ws/games/",),
                        only_watches=only_watches,
                    ),
                    refusing=SpokenOnSockets(RateLimitedSocket.as_asgi()),
                )
            ),
        }
    )
)
