"""Every seat of a stored game has had one member, from the start until it left or the game ended."""

from django.db import migrations

AT_ONCE = 500


def tenure_of(seat, tenure):
    """The one tenure of a seat."""
    game = seat.game
    over = game.status in ("finished", "cancelled")
    end = (seat.left_at_step, seat.left_why) if seat.left_why else (game.step, "over")
    to_step, why = end if seat.left_why or over else (None, "")
    return tenure(
        game_id=game.pk, seat_id=seat.pk, member_id=seat.user_id, to_step=to_step, why=why
    )


def write_down(apps, schema_editor):
    """Writes the tenures of every game, some at a time."""
    seats, tenure = apps.get_model("games", "Seat").objects, apps.get_model("games", "Tenure")
    needed = ("number", "user", "left_at_step", "left_why", "game__status", "game__step")
    last = 0
    while True:
        found = seats.filter(pk__gt=last).select_related("game").only(*needed)
        some = list(found.order_by("pk")[:AT_ONCE])
        if not some:
            return
        tenure.objects.bulk_create(tenure_of(seat, tenure) for seat in some)
        last = some[-1].pk


class Migration(migrations.Migration):
    dependencies = [("games", "0009_seats_have_tenures")]

    operations = [migrations.RunPython(write_down, migrations.RunPython.noop)]
