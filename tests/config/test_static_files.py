"""Static files are served without asking Django, with the right caching."""

import gzip
import resource
from pathlib import Path

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.files.base import ContentFile
from django.core.management import call_command

from config.static_files import HashedStaticFiles, StaticFirst

MODULE = "const seat = 1;\n" * 100


async def asked(path: str, method: str = "GET", **headers: str) -> list[dict]:
    """The messages sent for a request; the application behind answers with 404."""

    async def application(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b"Django was asked"})

    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": named}
    request = ApplicationCommunicator(StaticFirst(application), scope)
    return [await request.receive_output(), await request.receive_output()]


@pytest.fixture(autouse=True)
def collected(settings, tmp_path: Path):
    """A folder of collected files: one module and its compressed form."""
    settings.STATIC_ROOT = str(tmp_path)
    (tmp_path / "seat.js").write_text(MODULE)
    (tmp_path / "seat.js.gz").write_bytes(gzip.compress(MODULE.encode()))


async def test_a_file_is_sent_as_what_it_is():
    start, body = await asked("/static/seat.js")
    headers = dict(start["headers"])
    assert start["status"] == 200
    assert headers[b"Content-Type"].startswith(b"text/javascript")
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert body["body"].decode() == MODULE


async def test_a_browser_that_can_read_it_gets_the_compressed_form():
    start, body = await asked("/static/seat.js", accept_encoding="gzip, br")
    assert dict(start["headers"])[b"Content-Encoding"] == b"gzip"
    assert gzip.decompress(body["body"]).decode() == MODULE


async def test_a_browser_that_has_the_file_is_told_so_without_it():
    start, _ = await asked("/static/seat.js")
    tag = dict(start["headers"])[b"ETag"].decode()
    again, body = await asked("/static/seat.js", if_none_match=tag)
    assert (again["status"], body["body"]) == (304, b"")


async def test_only_the_head_is_sent_to_who_asks_for_it():
    start, body = await asked("/static/seat.js", "HEAD")
    assert int(dict(start["headers"])[b"Content-Length"]) == len(MODULE)
    assert body["body"] == b""


async def test_a_file_cannot_be_posted_to():
    start, _ = await asked("/static/seat.js", "POST")
    assert start["status"] == 405


@pytest.mark.parametrize("path", ["/static/none.js", "/static/../seat.js", "/", "/static/"])
async def test_all_else_is_left_to_django(path):
    _, body = await asked(path)
    assert body["body"] == b"Django was asked"


def test_only_names_with_a_hash_are_compressed(tmp_path: Path):
    files = HashedStaticFiles(location=tmp_path / "hashed")
    files.save("seat.js", ContentFile(MODULE))
    list(files.post_process({"seat.js": (files, "seat.js")}))
    hashed = files.stored_name("seat.js")
    compressed = {path.name for path in (tmp_path / "hashed").glob("*.br")}
    assert compressed == {f"{hashed}.br"}


def hashed(folder: Path, **files: str) -> HashedStaticFiles:
    """These modules, collected under names with hashes."""
    kept = HashedStaticFiles(location=folder / "hashed")
    for name, content in files.items():
        kept.save(f"{name}.js", ContentFile(content))
    for _, _, processed in kept.post_process(
        {f"{name}.js": (kept, f"{name}.js") for name in files}
    ):
        assert not isinstance(processed, Exception)
    return kept


def test_modules_import_each_other_by_the_names_of_what_is_collected(tmp_path: Path):
    chain = {"m0": "export const last = 0;\n"}
    chain |= {f"m{n}": f'import {{ last }} from "./m{n - 1}.js";\n' for n in range(1, 30)}
    kept = hashed(tmp_path, **dict(reversed(chain.items())))
    for n in range(1, 30):
        content = (tmp_path / "hashed" / kept.stored_name(f"m{n}.js")).read_text()
        assert content == f'import {{ last }} from "./{kept.stored_name(f"m{n - 1}.js")}";\n'


def test_the_name_of_a_module_changes_with_what_it_imports(tmp_path: Path):
    uses = 'import { last } from "./last.js";\n'
    names = {
        hashed(tmp_path / text, last=f"export const last = {text};\n", uses=uses).stored_name(
            "uses.js"
        )
        for text in ("1", "2")
    }
    assert len(names) == 2


def test_modules_in_a_circle_are_named(tmp_path: Path):
    with pytest.raises(ValueError, match=r"circle: here\.js, there\.js"):
        hashed(
            tmp_path,
            here='import { there } from "./there.js";\n',
            there='import { here } from "./here.js";\n',
            alone="const alone = 1;\n",
        )


def test_what_a_full_disk_cut_off_is_collected_again(settings, tmp_path: Path):
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [tmp_path / "from"], tmp_path / "to"
    settings.STORAGES = {"staticfiles": {"BACKEND": "config.static_files.HashedStaticFiles"}}
    picture = tmp_path / "from" / "board.png"
    picture.parent.mkdir()
    picture.write_bytes(b"a large picture" * 1000)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            call_command("collectstatic", interactive=False, verbosity=0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list((tmp_path / "to").iterdir()) == []
    call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "to" / "board.png").read_bytes() == picture.read_bytes()
