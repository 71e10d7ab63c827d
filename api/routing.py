"""The sockets of the API."""

from django.urls import path

from api.consumers import EventsConsumer

websocket_urlpatterns = [path("ws/events/", EventsConsumer.as_asgi())]
