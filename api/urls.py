"""The addresses under ``api/``."""

from django.urls import path

from api.documentation import documentation
from api.door import door

urlpatterns = [
    path("", documentation, name="api-documentation"),
    path("v1/", door.urls),
]
