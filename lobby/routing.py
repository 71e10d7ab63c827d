"""The addresses of the lobby's sockets."""

from django.urls import path

from lobby.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/tables/<slug:public_id>/", TableConsumer.as_asgi()),
]
