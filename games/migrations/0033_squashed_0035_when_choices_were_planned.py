"""Adds to the schema of commit 84810de: which games are rated, when choices were planned."""

from django.db import migrations, models

from database.squashing import UnlessApplied

AT_ONCE = 100
FEWEST_TURNS = 4
FEWEST_PEOPLE = 2


def look_back(apps, schema_editor):
    """Fills in how many turns each person has chosen in, and why games that ended are not rated."""
    game_model = apps.get_model("games", "Game")
    keys = list(game_model.objects.exclude(status="cancelled").values_list("pk", flat=True))
    for start in range(0, len(keys), AT_ONCE):
        part = keys[start : start + AT_ONCE]
        games = list(game_model.objects.filter(pk__in=part).only("pk", "status", "outcome"))
        seats = seats_of(apps, part)
        for game in games:
            game.turns_chosen = turns_chosen(apps, game.pk, seats.get(game.pk, []))
            if game.status == "finished" and game.outcome is not None:
                game.unrated = why_unrated(game, seats.get(game.pk, []))
        game_model.objects.bulk_update(games, ["turns_chosen", "unrated"])
        without = [pk for pk in part if all(seat.left_why for seat in seats.get(pk, []))]
        apps.get_model("games", "Seat").objects.filter(game__in=without).update(rank=None)


def seats_of(apps, games):
    """Returns the seats of these games, each with the step since which a bot has played it."""
    found = {}
    tenures = apps.get_model("games", "Tenure").objects.filter(game__in=games)
    began = dict(tenures.order_by("from_step").values_list("seat", "from_step"))
    seats = apps.get_model("games", "Seat").objects.filter(game__in=games).select_related("user")
    for seat in seats:
        is_bot = seat.engine_plays or (seat.user is not None and seat.user.is_bot)
        seat.bot_since = began.get(seat.pk, 0) if is_bot else None
        found.setdefault(seat.game_id, []).append(seat)
    return found


def turns_chosen(apps, game, seats):
    """Returns, by seat, the number of turns a person has chosen in and the last of them."""
    counted, turn_before = {}, 1
    steps = apps.get_model("games", "Step").objects.filter(game=game).order_by("number")
    bot_since = {str(seat.number): seat.bot_since for seat in seats}
    for number, actions, turn in steps.values_list("number", "actions", "turn").iterator():
        for seat in actions or {}:
            since = bot_since.get(seat)
            if since is None or number <= since:
                turns, last = counted.get(seat, (0, 0))
                counted[seat] = [turns + (last != turn_before), turn_before]
        turn_before = turn
    return counted or None


def why_unrated(game, seats):
    """Returns why an ended game is not rated; "" if it is."""
    if not any(seat.bot_since is None and not seat.left_why for seat in seats):
        return "nobody"
    if game.outcome["reason"] == "leave" and {seat.left_why for seat in seats} <= {"removed", ""}:
        return "removed"
    played = sum(turns >= FEWEST_TURNS for turns, last in (game.turns_chosen or {}).values())
    return "" if played >= FEWEST_PEOPLE else "short"


class Migration(migrations.Migration):
    replaces = [("games", "0035_when_choices_were_planned")]

    dependencies = [("games", "0001_squashed_0032_members_and_public")]

    operations = [
        UnlessApplied(
            "0034_rated_at_the_end",
            migrations.AddField(
                model_name="game",
                name="turns_chosen",
                field=models.JSONField(editable=False, null=True),
            ),
        ),
        UnlessApplied(
            "0034_rated_at_the_end",
            migrations.AddField(
                model_name="game",
                name="unrated",
                field=models.CharField(
                    blank=True, db_default="", default="", editable=False, max_length=10
                ),
            ),
        ),
        UnlessApplied(
            "0035_when_choices_were_planned",
            migrations.AddField(
                model_name="plan",
                name="kept_at",
                field=models.DateTimeField(null=True),
            ),
        ),
        UnlessApplied(
            "0035_when_choices_were_planned",
            migrations.AddField(
                model_name="sealedaction",
                name="planned_at",
                field=models.DateTimeField(null=True),
            ),
        ),
        migrations.AlterField(
            model_name="chatmessage",
            name="room",
            field=models.CharField(
                choices=[("table", "everybody"), ("spectators", "spectators")],
                max_length=10,
                verbose_name="room",
            ),
        ),
        migrations.AlterField(
            model_name="moderatoract",
            name="reason",
            field=models.CharField(
                blank=True,
                choices=[
                    ("bots-alone", "turns played by bots only"),
                    ("nobody-chose-turns", "turns without a human choice"),
                    ("nobody-chose-days", "days without a human choice"),
                    ("enough-of-bots", "too many bots-only games"),
                ],
                max_length=18,
                verbose_name="reason",
            ),
        ),
        migrations.AlterField(
            model_name="moderatoract",
            name="what",
            field=models.CharField(
                choices=[
                    ("paused", "paused the game"),
                    ("resumed", "resumed the game"),
                    ("ended-turn", "ended the turn"),
                    ("removed-seat", "removed a player"),
                    ("cancelled", "cancelled the game"),
                    ("stopped", "could not resolve the turn"),
                    ("away", "was away"),
                    ("abandoned", "cancelled the game, as nobody played any more"),
                    ("extended", "extended the time for a player"),
                    ("waits", "waits for a player who is off"),
                    ("vote-asked", "asked the players to vote"),
                    ("vote-carried", "vote passed"),
                    ("vote-failed", "vote failed"),
                    ("vote-overtaken", "vote overtaken by the game"),
                    ("seat-offered", "left an empty seat"),
                    ("seat-taken", "took a seat over"),
                    ("pause-over", "the pause was over"),
                    ("struck", "struck the game from the ratings"),
                    ("counts", "let the game count for the ratings again"),
                ],
                max_length=15,
                verbose_name="what",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="left_why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("resigned", "resigned"),
                    ("absent", "missed too many turns"),
                    ("away", "away for too long"),
                    ("removed", "removed by a moderator"),
                    ("gone", "the account is gone"),
                    ("voted-out", "removed by the other players"),
                ],
                max_length=10,
                verbose_name="why the player left",
            ),
        ),
        migrations.AlterField(
            model_name="tenure",
            name="why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("resigned", "resigned"),
                    ("absent", "missed too many turns"),
                    ("away", "away for too long"),
                    ("removed", "removed by a moderator"),
                    ("gone", "the account is gone"),
                    ("voted-out", "removed by the other players"),
                    ("over", "the game was over"),
                ],
                max_length=10,
            ),
        ),
        UnlessApplied(
            "0034_rated_at_the_end", migrations.RunPython(look_back, migrations.RunPython.noop)
        ),
    ]
