"""The addresses of the pages for reporting, and of the number of waiting reports."""

from django.urls import path

from reports import views

urlpatterns = [
    path("waiting.json", views.waiting_json, name="reports-waiting"),
    path(
        "games/<str:public_id>/messages/<int:pk>/",
        views.message_of_game,
        name="report-game-message",
    ),
    path("games/<str:public_id>/seats/<int:number>/", views.player_of_game, name="report-seat"),
    path(
        "tables/<slug:public_id>/messages/<int:pk>/",
        views.message_at_table,
        name="report-table-message",
    ),
    path("tables/<slug:public_id>/places/<int:pk>/", views.player_at_table, name="report-place"),
]
