"""The addresses of notices."""

from django.urls import path

from notices import views

urlpatterns = [
    path("", views.notices, name="notices"),
    path("read/", views.read, name="read-notices"),
    path("opened/", views.opened, name="opened"),
    path("state.json", views.state_json, name="notices-state"),
    path("next/", views.next_game, name="next-game"),
    path("preferences/", views.preferences, name="notice-preferences"),
    path("<int:number>/", views.notice, name="notice"),
    path("stop/<str:token>/", views.stop, name="stop-notices"),
]
