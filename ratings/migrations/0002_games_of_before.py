"""Games that ended before there were ratings are rated as they would have been."""

from django.db import migrations

AT_ONCE = 200
HOUR = 60 * 60


def note_ends(apps, schema_editor):
    games = apps.get_model("games", "Game").objects.filter(
        status="finished", finished_at__isnull=False, outcome__isnull=False
    )
    seats = apps.get_model("games", "Seat").objects.select_related("user").order_by("number")
    rated_game, result = apps.get_model("ratings", "RatedGame"), apps.get_model("ratings", "Result")
    keys = list(games.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        noted, results = [], []
        part = keys[start : start + AT_ONCE]
        sitting = {}
        for seat in seats.filter(game__in=part):
            sitting.setdefault(seat.game_id, []).append(seat)
        for game in games.filter(pk__in=part).only("pk", "variant", "settings", "finished_at"):
            of_game = sitting.get(game.pk, [])
            if not is_rated(game.settings, of_game):
                continue
            seconds = game.settings.get("turn_seconds")
            pace = "correspondence" if seconds is None or seconds >= HOUR else "live"
            where = {"ladder": f"{game.variant}:{pace}", "ended_at": game.finished_at}
            noted.append(rated_game(game_id=game.pk, waits=True, **where))
            orders = [order(seat) for seat in of_game]
            results += [
                result(
                    rated_game_id=game.pk,
                    seat=seat.number,
                    member_id=seat.user_id,
                    place=1 + sum(other < order(seat) for other in orders),
                    points=sum((other > order(seat)) + (other >= order(seat)) for other in orders) - 1,
                    **where,
                )
                for seat in of_game
            ]
        rated_game.objects.bulk_create(noted)
        result.objects.bulk_create(results)


def is_rated(settings, seats):
    people = [seat for seat in seats if seat.user is None or not seat.user.is_bot]
    chosen = settings.get("rated", True) and settings.get("listed", True)
    return chosen and not any(seat.engine_plays for seat in seats) and len(people) > 1


def order(seat):
    return (0, seat.rank or 0) if seat.left_at_step is None else (1, -seat.left_at_step)


class Migration(migrations.Migration):

    dependencies = [("ratings", "0001_ratings")]

    operations = [migrations.RunPython(note_ends, migrations.RunPython.noop)]
