"""All finished public games as one file: its content, how it is written, and its download."""

import gzip
import io
import json
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.services.members import delete_account
from accounts.services.names import change_own_name
from games.archive import export
from games.archive.export import NAME, archive_file, write_archive, write_when_due
from games.models import Game
from tests.games.acting import cancel_game, resign
from tests.games.playing import PASS, begin, fresh, place, seal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.ARCHIVE_FOLDER = tmp_path / "archive"
    return settings.ARCHIVE_FOLDER


@pytest.fixture
def finished(clock):
    """Returns a function that plays a game to its end."""

    def play(*players, **changes):
        game = begin(*players, turn_ends="complete", **changes)
        for player in players:
            seal(game, player, PASS)
        clock.go(60)
        return fresh(game)

    return play


def lines(path):
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


async def whole(answer):
    return b"".join([part async for part in answer])


def written(tmp_path):
    path = tmp_path / "games.ndjson.gz"
    write_archive(path)
    return lines(path)


def test_each_line_is_the_record_that_the_page_of_the_game_offers(
    finished, ada, bo, client_of, tmp_path
):
    game = finished(ada, bo)
    record = client_of().get(f"/games/{game.public_id}/record.json").json()
    assert written(tmp_path) == [{"game": game.public_id, "bots": [], **record}]


def test_only_finished_public_games_are_in_it_oldest_first(finished, ada, bo, cy, mo, tmp_path):
    first, second = finished(ada, bo), finished(bo, cy)
    finished(ada, cy, listed=False)
    cancelled = begin(ada, bo)
    cancel_game(game_id=cancelled.pk, by=mo, why="Tea")
    begin(ada, cy)
    assert [line["game"] for line in written(tmp_path)] == [first.public_id, second.public_id]


def test_all_games_are_in_it_however_many_are_read_at_a_time(
    finished, ada, bo, tmp_path, monkeypatch
):
    monkeypatch.setattr(export, "BATCH", 2)
    games = [finished(ada, bo) for _ in range(5)]
    Game.objects.update(finished_at=games[0].finished_at)
    assert [line["game"] for line in written(tmp_path)] == [game.public_id for game in games]


def test_the_seats_of_bots_are_named(finished, ada, bot, clock, tmp_path):
    game = begin(ada, bot, turn_ends="complete")
    resign(game_id=game.pk, user=ada)
    (line,) = written(tmp_path)
    assert line["bots"] == [1]


def test_a_player_with_a_new_name_has_it_in_the_file(finished, ada, bo, tmp_path):
    finished(ada, bo)
    change_own_name(member=ada, name="Adele", now=timezone.now())
    (line,) = written(tmp_path)
    assert [player["name"] for player in line["players"]] == ["Adele", "Bo"]


def test_a_player_who_deleted_the_account_has_no_name_in_the_file(finished, ada, bo, tmp_path):
    finished(ada, bo)
    delete_account(user=ada)
    (line,) = written(tmp_path)
    assert [player["name"] for player in line["players"]] == ["former member", "Bo"]


def test_the_title_of_a_game_is_not_in_the_file(finished, ada, bo, tmp_path):
    finished(ada, bo, title="For Eve only")
    path = tmp_path / "games.ndjson"
    write_archive(path)
    assert b"Eve" not in path.read_bytes()


def test_the_same_games_become_the_same_bytes(finished, ada, bo, tmp_path):
    finished(ada, bo)
    paths = [tmp_path / name for name in ("a.gz", "b.gz")]
    for path in paths:
        write_archive(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_failure_leaves_the_file_that_was_there_and_no_half_one(
    finished, ada, bo, tmp_path, monkeypatch
):
    finished(ada, bo)
    path = tmp_path / "games.ndjson.gz"
    write_archive(path)
    before = path.read_bytes()
    monkeypatch.setattr(export, "line_of", lambda game: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_archive(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("*.part")) == []


def test_two_processes_do_not_write_the_same_file_at_a_time(
    finished, ada, bo, tmp_path, monkeypatch
):
    finished(ada, bo)
    path, found = tmp_path / "games.ndjson.gz", []

    def meanwhile(game):
        found.append(write_archive(path))
        return {}

    monkeypatch.setattr(export, "line_of", meanwhile)
    assert write_archive(path) == 1
    assert found == [None]


def test_what_a_killed_process_left_is_not_in_the_next_file(finished, ada, bo, tmp_path):
    game = finished(ada, bo)
    (tmp_path / "games.ndjson.gz.part").write_bytes(b"half a li")
    assert [line["game"] for line in written(tmp_path)] == [game.public_id]


def test_the_command_says_how_many_games_it_wrote(finished, ada, bo, tmp_path):
    finished(ada, bo)
    said = io.StringIO()
    call_command("export_archive", str(tmp_path / "games.ndjson"), stdout=said)
    assert "Games: 1" in said.getvalue()
    assert json.loads((tmp_path / "games.ndjson").read_bytes())["format"] == "miai-record"


def test_the_command_says_that_a_file_cannot_be_written(tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_archive", str(tmp_path / "nowhere" / "games.ndjson"))


def test_the_file_is_written_again_after_a_week_and_not_before(finished, ada, bo, folder):
    now = timezone.now()
    write_when_due(now)
    assert lines(folder / NAME) == []
    finished(ada, bo)
    at = archive_file().written_at
    write_when_due(at + timedelta(days=6))
    assert lines(folder / NAME) == []
    write_when_due(at + timedelta(days=7))
    assert len(lines(folder / NAME)) == 1


def test_everybody_can_download_the_file_and_see_it_on_the_page_of_the_archive(
    finished, ada, bo, client_of
):
    game = finished(ada, bo)
    write_when_due(timezone.now())
    client = client_of()
    page = client.get("/games/").content.decode()
    assert f'href="/games/{NAME}"' in page
    answer = client.get(f"/games/{NAME}")
    data = async_to_sync(whole)(answer)
    assert json.loads(gzip.decompress(data))["game"] == game.public_id
    assert answer["Content-Length"] == str(len(data))
    again = client.get(f"/games/{NAME}", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_a_download_is_of_the_file_that_was_there_when_it_began(
    finished, ada, bo, client_of, folder
):
    game = finished(ada, bo)
    write_when_due(timezone.now())
    answer = client_of().get(f"/games/{NAME}")
    finished(ada, bo)
    write_archive(folder / NAME)
    data = async_to_sync(whole)(answer)
    assert json.loads(gzip.decompress(data))["game"] == game.public_id
    assert answer["Content-Length"] == str(len(data))


def test_no_page_offers_a_file_that_is_not_there(client_of):
    assert NAME not in client_of().get("/games/").content.decode()
    assert client_of().get(f"/games/{NAME}").status_code == 404


def test_the_first_place_is_in_the_line_of_a_game_that_was_won(ada, bo, clock, tmp_path):
    game = begin(ada, bo, turn_ends="complete")
    seal(game, ada, place(2, 2))
    seal(game, bo, PASS)
    for player in (ada, bo):
        seal(game, player, PASS)
    (line,) = written(tmp_path)
    assert line["result"]["ranks"] == [1, 2]
