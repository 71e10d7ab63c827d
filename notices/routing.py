"""The address of the socket for notices."""

from django.urls import path

from notices.live import NoticesConsumer

websocket_urlpatterns = [path("ws/notices/", NoticesConsumer.as_asgi())]
