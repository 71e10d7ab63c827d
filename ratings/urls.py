"""The addresses of ladders and seasons."""

from django.urls import path

from ratings.views import ladders

urlpatterns = [
    path("", ladders.overview, name="ratings"),
    path("bots/", ladders.bots, name="ratings-of-bots"),
    path("seasons/", ladders.season, name="season-now"),
    path("seasons/<int:year>-<int:quarter>/", ladders.season, name="season"),
    path("<slug:variant>/<slug:pace>/", ladders.ladder, name="ladder"),
]
