"""The addresses under ``api/``."""

from django.urls import path

from api.api import api
from api.documentation import documentation
from api.tutorial import example, tutorial

urlpatterns = [
    path("", documentation, name="api-documentation"),
    path("bots/", tutorial, name="write-a-bot"),
    path("bots/bot.py", example, name="example-bot"),
    path("v1/", api.urls),
]
