"""The addresses of the rules pages."""

from django.urls import path

from games import rules_pages

urlpatterns = [
    path("", rules_pages.index, name="rules"),
    path("<slug:slug>/", rules_pages.rules_of, name="rules-of"),
]
