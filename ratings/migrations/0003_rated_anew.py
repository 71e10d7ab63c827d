"""Games that do not count any more are dropped, and all others are rated again: workers do that in
the background, by the rules and the model of now. Struck games stay struck."""

from django.db import migrations


def rate_anew(apps, schema_editor):
    rated_game = apps.get_model("ratings", "RatedGame")
    dropped = rated_game.objects.exclude(game__unrated="").filter(struck_at=None)
    apps.get_model("ratings", "Result").objects.filter(rated_game__in=dropped).delete()
    dropped.delete()
    struck = rated_game.objects.exclude(struck_at=None).values("game")
    apps.get_model("games", "Game").objects.filter(pk__in=struck).update(unrated="struck")
    rated_game.objects.filter(struck_at=None).update(waits=True)
    ladders = set(rated_game.objects.values_list("ladder", flat=True))
    state = apps.get_model("ratings", "LadderState")
    ladders |= set(apps.get_model("ratings", "Standing").objects.values_list("ladder", flat=True))
    for slug in sorted(ladders):
        state.objects.update_or_create(slug=slug, defaults={"is_again": True})


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0002_games_of_before"),
        ("games", "0034_rated_at_the_end"),
    ]

    operations = [migrations.RunPython(rate_anew, migrations.RunPython.noop)]
