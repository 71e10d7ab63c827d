"""Drops games that no longer count, and has workers rate all others again by today’s rules.

Struck games stay struck. It replaces a migration that depended on fewer: a club at a commit in
between may have applied that one, but not all that this one depends on.
"""

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
    replaces = [("ratings", "0003_rated_anew")]

    dependencies = [
        ("ratings", "0001_squashed_0002_games_of_before"),
        ("games", "0033_squashed_0035_when_choices_were_planned"),
    ]

    operations = [migrations.RunPython(rate_anew, migrations.RunPython.noop)]
