"""Adds to the schema of commit 84810de:

- ratings: why a game is not rated, in how many turns each person chose
- plans: when choices were planned
- uploads of records
- the archive: what it searches finished games by, in narrow tables of their own
- reliability: how punctual members were in their last games
- speed: an index of the seats that members hold, rows of open pages that are changed in place, a
  game's settings at the end of its row; without two indexes that nothing read
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models
import games.store.columns
from database.squashing import UnlessApplied

AT_ONCE = 100
FEWEST_TURNS = 4
FEWEST_PEOPLE = 2

ARCHIVED_AT_ONCE = 2_000

RESULTS = [("", "nobody was first"), ("won", "won"), ("draw", "drawn")]

SETTINGS_LAST = """
ALTER TABLE games_game ADD COLUMN moved jsonb;
UPDATE games_game SET moved = settings;
ALTER TABLE games_game DROP COLUMN settings;
ALTER TABLE games_game RENAME COLUMN moved TO settings;
ALTER TABLE games_game ALTER COLUMN settings SET NOT NULL;
"""
"""Moves the settings to the end of a game's row.

PostgreSQL logs a changed row from its first to its last changed byte. The settings, which never
change and are most of the row, were in the middle, so that every turn wrote them to the log. The
column ``listed`` depends on them and has to be made anew.
"""

NOTE_GAMES = """
INSERT INTO games_archivedgame (game_id, variant, public, finished_at, result, by_leaving)
SELECT g.id, g.variant, g.listed, g.finished_at,
    CASE
        WHEN NOT EXISTS (
            SELECT 1 FROM games_tenure t JOIN games_seat s ON s.id = t.seat_id
            WHERE t.game_id = g.id AND s.rank = 1
            AND (t.member_id IS NULL OR t.member_id = s.user_id)
        ) THEN ''
        WHEN (SELECT count(*) FROM games_seat s WHERE s.game_id = g.id AND s.rank = 1) = 1
        THEN 'won' ELSE 'draw'
    END,
    COALESCE(g.outcome ->> 'reason' = 'leave', false)
FROM games_game g
WHERE g.status = 'finished' AND g.finished_at IS NOT NULL AND g.id BETWEEN %s AND %s
ON CONFLICT (game_id) DO NOTHING
"""
NOTE_PLAYERS = """
INSERT INTO games_archivedplayer
    (game_id, member_id, variant, public, finished_at, result, by_leaving, first, place)
SELECT a.game_id, t.member_id, a.variant, a.public, a.finished_at, a.result, a.by_leaving,
    max(CASE WHEN s.rank = 1 AND s.user_id = t.member_id THEN 1 ELSE 0 END) = 1,
    min(CASE WHEN t.why = 'over' THEN s.rank ELSE 1000000 - t.to_step END)
FROM games_archivedgame a
JOIN games_tenure t ON t.game_id = a.game_id
JOIN games_seat s ON s.id = t.seat_id
WHERE t.member_id IS NOT NULL AND a.game_id BETWEEN %s AND %s
GROUP BY a.game_id, t.member_id
ON CONFLICT (game_id, member_id) DO NOTHING
"""

NOTE_PUNCTUALITY = """
INSERT INTO games_memberpunctuality (member_id, games, abandoned, leaves_tables)
SELECT member_id, string_agg(part, '' ORDER BY finished_at, game_id), '{}', false
FROM (
    SELECT held.member_id, held.game_id, game.finished_at,
        CASE WHEN held.why IN ('absent', 'away') THEN 'l' ELSE 'w' END AS part,
        row_number() OVER (PARTITION BY held.member_id
            ORDER BY game.finished_at DESC, held.game_id DESC) AS newest
    FROM games_tenure held
    JOIN games_game game ON game.id = held.game_id
    JOIN accounts_user person ON person.id = held.member_id
    WHERE game.status = 'finished' AND game.finished_at IS NOT NULL AND NOT person.is_bot
    AND held.why IN ('over', 'resigned', 'absent', 'away')
    AND (
        SELECT count(DISTINCT other.member_id) FROM games_tenure other
        JOIN accounts_user them ON them.id = other.member_id
        WHERE other.game_id = held.game_id AND NOT them.is_bot
    ) >= 2
) parts
WHERE newest <= 20
GROUP BY member_id
"""
"""Fills in in which of their last games members stayed, and which they lost for missing turns or
being away. How many turns they missed in these is not counted."""


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


def note_finished_games(apps, schema_editor):
    """Notes every finished game for the archive, :data:`ARCHIVED_AT_ONCE` keys at a time."""
    newest = apps.get_model("games", "Game").objects.order_by("-pk").values_list("pk", flat=True)
    last = newest.first() or 0
    with schema_editor.connection.cursor() as cursor:
        for start in range(0, last + 1, ARCHIVED_AT_ONCE):
            cursor.execute(NOTE_GAMES, (start, start + ARCHIVED_AT_ONCE - 1))
            cursor.execute(NOTE_PLAYERS, (start, start + ARCHIVED_AT_ONCE - 1))


class Migration(migrations.Migration):
    replaces = [("games", "0045_events_without_a_primary_key")]

    last_release_can_do_without = {
        "0040_presence_in_place": "it finds due rows without the index, too",
        "0041_settings_last": "the columns are the same, in another order",
        "0042_unused_index": "nobody looks for the beginning of an address",
        "0043_seats_held_without_their_rows": "it finds the seats by the new index, too",
        "0045_events_without_a_primary_key": (
            "it reads events by game, and deletes them without the index, too"
        ),
    }

    dependencies = [
        ("games", "0001_squashed_0032_members_and_public"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

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
        UnlessApplied(
            "0036_uploads",
            migrations.CreateModel(
                name="Upload",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    (
                        "public_id",
                        models.CharField(
                            default=games.models.new_public_id, max_length=32, unique=True
                        ),
                    ),
                    ("owner", models.CharField(max_length=64)),
                    ("sender", models.CharField(max_length=64)),
                    ("by_member", models.BooleanField()),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("waiting", "Waiting"),
                                ("replaying", "Replaying"),
                                ("shown", "Shown"),
                                ("refused", "Refused"),
                            ],
                            default="waiting",
                            max_length=10,
                        ),
                    ),
                    ("step", models.PositiveIntegerField(default=0)),
                    ("steps", models.PositiveIntegerField(default=0)),
                    ("seen_at", models.DateTimeField()),
                    ("worked_at", models.DateTimeField(null=True)),
                ],
            ),
        ),
        UnlessApplied(
            "0037_what_the_archive_searches_by",
            migrations.CreateModel(
                name="ArchivedGame",
                fields=[
                    (
                        "game",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="archived",
                            serialize=False,
                            to="games.game",
                        ),
                    ),
                    ("variant", models.CharField(max_length=40)),
                    ("public", models.BooleanField()),
                    ("finished_at", models.DateTimeField()),
                    ("result", models.CharField(blank=True, choices=RESULTS, max_length=4)),
                    ("by_leaving", models.BooleanField()),
                ],
                options={
                    "ordering": ["-finished_at", "-game_id"],
                    "indexes": [
                        models.Index(
                            condition=models.Q(("public", True)),
                            fields=["-finished_at", "-game"],
                            include=("variant", "result", "by_leaving"),
                            name="archive_by_date",
                        ),
                        models.Index(
                            condition=models.Q(("public", True)),
                            fields=["variant", "-finished_at", "-game"],
                            include=("result", "by_leaving"),
                            name="archive_by_variant",
                        ),
                        models.Index(
                            condition=models.Q(("public", True)),
                            fields=["result", "-finished_at", "-game"],
                            include=("variant",),
                            name="archive_by_result",
                        ),
                        models.Index(
                            condition=models.Q(("by_leaving", True), ("public", True)),
                            fields=["-finished_at", "-game"],
                            include=("variant",),
                            name="archive_by_leaving",
                        ),
                    ],
                },
            ),
        ),
        UnlessApplied(
            "0037_what_the_archive_searches_by",
            migrations.CreateModel(
                name="ArchivedPlayer",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("variant", models.CharField(max_length=40)),
                    ("public", models.BooleanField()),
                    ("finished_at", models.DateTimeField()),
                    ("result", models.CharField(blank=True, choices=RESULTS, max_length=4)),
                    ("by_leaving", models.BooleanField()),
                    ("first", models.BooleanField()),
                    ("place", models.IntegerField(null=True)),
                    (
                        "game",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="archived_players",
                            to="games.game",
                        ),
                    ),
                    (
                        "member",
                        models.ForeignKey(
                            db_constraint=False,
                            db_index=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="archived_games",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "ordering": ["-finished_at", "-game_id"],
                    "indexes": [
                        models.Index(
                            fields=["member", "-finished_at", "-game"],
                            include=("variant", "public", "result", "by_leaving", "first", "place"),
                            name="archive_of_member",
                        )
                    ],
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("game", "member"), name="one_archived_player_a_member"
                        )
                    ],
                },
            ),
        ),
        UnlessApplied(
            "0038_punctuality",
            migrations.AddField(
                model_name="game",
                name="turns_missed",
                field=models.JSONField(editable=False, null=True),
            ),
        ),
        UnlessApplied(
            "0038_punctuality",
            migrations.CreateModel(
                name="MemberPunctuality",
                fields=[
                    (
                        "member",
                        models.OneToOneField(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            primary_key=True,
                            related_name="punctuality",
                            serialize=False,
                            to=settings.AUTH_USER_MODEL,
                            verbose_name="member",
                        ),
                    ),
                    ("games", models.CharField(blank=True, max_length=20)),
                    (
                        "abandoned",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.DateTimeField(), default=list, size=None
                        ),
                    ),
                    ("leaves_tables", models.BooleanField(default=False)),
                ],
                options={
                    "verbose_name": "reliability",
                    "verbose_name_plural": "reliability",
                    "permissions": [
                        ("end_wait", "Can end a member's wait after an abandoned game")
                    ],
                    "indexes": [
                        models.Index(
                            models.F("member"),
                            condition=models.Q(("leaves_tables", True)),
                            name="leaves_tables",
                        )
                    ],
                },
            ),
        ),
        # Replaces the index held_by_member, which some databases have; it is dropped below.
        UnlessApplied(
            "0043_seats_held_without_their_rows",
            migrations.AddIndex(
                model_name="tenure",
                index=models.Index(
                    condition=models.Q(("to_step__isnull", True)),
                    fields=["member"],
                    include=("game", "seat"),
                    name="seats_held_by_member",
                ),
            ),
        ),
        UnlessApplied(
            "0043_seats_held_without_their_rows",
            migrations.RunSQL("DROP INDEX IF EXISTS held_by_member", migrations.RunSQL.noop),
        ),
        # While a page is open, its row is updated three times a minute. Blocks of the table are
        # filled to 40 % only, so that the new versions of all their rows fit in beside the old ones.
        UnlessApplied(
            "0040_presence_in_place",
            migrations.RunSQL(
                "ALTER TABLE games_presence SET (fillfactor = 40)",
                "ALTER TABLE games_presence RESET (fillfactor)",
            ),
        ),
        UnlessApplied(
            "0040_presence_in_place",
            migrations.RemoveIndex(
                model_name="presence",
                name="by_look",
            ),
        ),
        UnlessApplied(
            "0040_presence_in_place",
            migrations.AddField(
                model_name="presence",
                name="is_checked",
                field=models.GeneratedField(
                    db_persist=True,
                    expression=models.ExpressionWrapper(
                        models.Q(("due_at__isnull", False)), models.BooleanField()
                    ),
                    output_field=models.BooleanField(),
                ),
            ),
        ),
        UnlessApplied(
            "0040_presence_in_place",
            migrations.AddIndex(
                model_name="presence",
                index=models.Index(
                    models.F("game"),
                    condition=models.Q(("is_checked", True)),
                    name="checked_presences",
                ),
            ),
        ),
        UnlessApplied(
            "0041_settings_last",
            migrations.RemoveIndex(
                model_name="game",
                name="listed_by_start",
            ),
        ),
        UnlessApplied(
            "0041_settings_last",
            migrations.RemoveField(
                model_name="game",
                name="listed",
            ),
        ),
        UnlessApplied(
            "0041_settings_last", migrations.RunSQL(SETTINGS_LAST, migrations.RunSQL.noop)
        ),
        UnlessApplied(
            "0041_settings_last",
            migrations.AddField(
                model_name="game",
                name="listed",
                field=models.GeneratedField(
                    db_persist=True,
                    expression=games.store.columns.ListedSetting("settings"),
                    output_field=models.BooleanField(),
                    verbose_name="public",
                ),
            ),
        ),
        UnlessApplied(
            "0041_settings_last",
            migrations.AddIndex(
                model_name="game",
                index=models.Index(
                    condition=models.Q(("finished_at__isnull", True), ("listed", True)),
                    fields=["-started_at", "-id"],
                    name="listed_by_start",
                ),
            ),
        ),
        # Django adds such an index to every unique text, for LIKE. Each turn wrote to it.
        UnlessApplied(
            "0042_unused_index",
            migrations.RunSQL(
                "DROP INDEX IF EXISTS games_game_public_id_d4bec2e8_like", migrations.RunSQL.noop
            ),
        ),
        # Each choice wrote two or three events to this index, by which nobody looked for one.
        UnlessApplied(
            "0045_events_without_a_primary_key",
            migrations.RunSQL(
                "ALTER TABLE games_gameevent DROP CONSTRAINT IF EXISTS games_gameevent_pkey",
                "ALTER TABLE games_gameevent ADD PRIMARY KEY (id)",
            ),
        ),
        # Choices and labels, which are not in the database.
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
                    ("bots-alone", "steps played by bots only"),
                    ("nobody-chose-turns", "steps without a human choice"),
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
        # What is noted about games of before.
        UnlessApplied(
            "0034_rated_at_the_end", migrations.RunPython(look_back, migrations.RunPython.noop)
        ),
        UnlessApplied(
            "0037_what_the_archive_searches_by",
            migrations.RunPython(note_finished_games, migrations.RunPython.noop),
        ),
        UnlessApplied(
            "0038_punctuality", migrations.RunSQL(NOTE_PUNCTUALITY, migrations.RunSQL.noop)
        ),
    ]
