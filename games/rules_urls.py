"""The addresses of the rules pages."""

from django.urls import path

from games import choosing, rules_pages

urlpatterns = [
    path("", rules_pages.index, name="rules"),
    path("choose/", choosing.choose, name="choose-game"),
    path("<slug:slug>/", rules_pages.rules_of, name="rules-of"),
]
