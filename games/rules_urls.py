"""The addresses of the rules pages."""

from django.urls import path

from games.pages import choosing, rules, rules_index
from games.pages import picture_views as pictures

urlpatterns = [
    path("", rules_index.index, name="rules"),
    path("choose/", choosing.choose, name="choose-game"),
    path("<slug:slug>/", rules.rules_of, name="rules-of"),
    path("<slug:slug>/<slug:name>.svg", pictures.rules_svg, name="rules-picture"),
]
