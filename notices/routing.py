"""The address of the socket for notices."""

from django.urls import path

from notices.consumers import NoticesConsumer

websocket_urlpatterns = [path("ws/notices/", NoticesConsumer.as_asgi())]
