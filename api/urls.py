"""The addresses under ``api/``."""

from django.urls import path

from api.api import api
from api.documentation import documentation

urlpatterns = [
    path("", documentation, name="api-documentation"),
    path("v1/", api.urls),
]
