"""The addresses of the games' sockets."""

from django.urls import path

from games.live.consumers import GameConsumer
from games.live.embedded import EmbeddedGame

# <path:> so that an address that is none is answered, and not an error of the router.
websocket_urlpatterns = [
    path("ws/games/<path:public_id>/", GameConsumer.as_asgi()),
    path("ws/embedded/<path:public_id>/", EmbeddedGame.as_asgi()),
]
