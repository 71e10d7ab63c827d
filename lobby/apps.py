"""The lobby app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


class LobbyConfig(AppConfig):
    """Registers the app with Django, subscribes its lists to games, and registers its jobs."""

    name = "lobby"
    verbose_name = gettext_lazy("Lobby")

    def ready(self) -> None:
        """Subscribes to games and registers jobs, once the models are loaded."""
        from accounts import publishing
        from games.store.subscribers import RunTopic, subscribe
        from lobby import own_data, schedule
        from lobby.live import hints_of_run
        from lobby.services.closing import leave_what_they_are_in
        from lobby.services.guests import keep_games
        from lobby.services.titles import take_names_out_of_titles

        subscribe(hints_of_run, RunTopic.COURSE)
        publishing.subscribe(keep_games)
        publishing.subscribe(leave_what_they_are_in)
        publishing.subscribe(take_names_out_of_titles)
        schedule.register_jobs()
        own_data.register_parts()
