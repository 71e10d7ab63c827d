"""docs/running.md describes what the code does."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import redis
import yaml
from django.core.management import get_commands
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from config.headers import PROXY_HEADERS
from running import processes, redis_server
from running.child import ends_with_parent
from transport.limits import LIMITS

ROOT = Path(__file__).resolve().parents[2]
RUNNING = (ROOT / "docs/running.md").read_text()
READ = re.compile(r'\b(?:env\.\w+|environ(?:ment)?\.get)\(\s*"([A-Z_]+)"')


def section(title: str) -> str:
    return RUNNING.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_table_of_variables_lists_exactly_what_is_read():
    listed = re.findall(r"^\| `([A-Z_]+)` \|", section("Environment variables"), re.MULTILINE)
    read = set(READ.findall((ROOT / "config/settings.py").read_text()))
    read |= set(READ.findall((ROOT / "config/club_settings.py").read_text()))
    read |= set(READ.findall((ROOT / "running/__main__.py").read_text()))
    read |= set(READ.findall((ROOT / "running/web.py").read_text()))
    read |= set(READ.findall((ROOT / "running/draining.py").read_text()))
    read |= set(READ.findall((ROOT / "running/postgresql/own.py").read_text()))
    assert set(listed) == read
    assert len(listed) == len(set(listed))


def test_the_table_of_limits_lists_each_with_its_rates():
    rows = re.findall(r"^\| `([\w-]+)` \|(.*?)\|(.*?)\|", section("Limits"), re.MULTILINE)
    rates = [(limit.name, limit.member or "", limit.address or "") for limit in LIMITS]
    assert [tuple(cell.strip() for cell in row) for row in rows] == rates


def test_the_example_for_compose_names_only_what_is_read():
    listed = re.findall(r"^\| `([A-Z_]+)` \|", section("Environment variables"), re.MULTILINE)
    for_compose_itself = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "CERTIFICATES"}
    example = re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    assert set(example) <= set(listed) | for_compose_itself


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    documents = [RUNNING, *(path.read_text() for path in ROOT.glob("README.md"))]
    named = {
        word
        for text in documents
        for words in re.findall(r"`make ([a-z -]+)", text)
        for word in words.split()
    }
    assert named <= targets


def test_compose_starts_the_processes_that_run_starts():
    compose = (ROOT / "compose.yaml").read_text()
    for process in (*processes.workers(), processes.beat()):
        arguments = process.command[1 + len(processes.NO_ROOT_WARNING) :]
        assert json.dumps(["python", *arguments]) in compose


def test_the_image_starts_the_web_process_that_run_starts():
    arguments = processes.web("0.0.0.0", 8000).command[1:]  # noqa: S104 - not bound
    image = (ROOT / "deploy/Dockerfile").read_text()
    assert f"CMD {json.dumps(['python', *arguments])}" in image
    here = processes.web("127.0.0.1", 8000).command[1:]
    assert f"| web | `python {' '.join(here)}` |" in section("For many")


def test_nginx_clears_each_header_that_the_site_drops():
    nginx = (ROOT / "deploy/nginx.conf").read_text()
    cleared = re.findall(r'proxy_set_header (\S+) "";', nginx)
    kept = {"x-forwarded-for", "x-forwarded-proto"}
    assert {name.lower() for name in cleared} | kept == {name.decode() for name in PROXY_HEADERS}


def test_nginx_takes_bodies_as_large_as_the_site_does():
    nginx = (ROOT / "deploy/nginx.conf").read_text()
    assert f"client_max_body_size {processes.LARGEST_BODY // 2**20}m;" in nginx


def test_nginx_bounds_connections_as_a_web_process_without_it_does():
    nginx = (ROOT / "deploy/nginx.conf").read_text()
    web = (ROOT / "running/web.py").read_text()
    [connections] = re.findall(r'int\("CONNECTIONS_PER_ADDRESS", (\d+)\)', web)
    [seconds] = re.findall(r'float\("HEADER_SECONDS", (\d+)\)', web)
    assert f"limit_conn addresses {connections};" in nginx
    assert f"client_header_timeout {seconds}s;" in nginx


@pytest.mark.parametrize("place", ["", "deploy/cluster/"])
def test_nginx_has_room_for_the_sockets_of_thousands_of_pages(place):
    compose = yaml.safe_load((ROOT / place / "compose.yaml").read_text())
    nginx = compose["services"]["nginx"]
    [source] = [each for each in nginx["volumes"] if each.endswith(":/etc/nginx/nginx.conf:ro")]
    text = (ROOT / place / source.partition(":")[0]).read_text()
    [connections] = map(int, re.findall("worker_connections ([0-9]+);", text))
    [files] = map(int, re.findall("worker_rlimit_nofile ([0-9]+);", text))
    assert connections >= 2 * 5_000
    assert nginx["ulimits"]["nofile"] >= files > connections


def test_nginx_is_told_of_each_web_process_of_compose():
    services = re.findall(r"^  (\w+): \*web$", (ROOT / "compose.yaml").read_text(), re.MULTILINE)
    servers = re.findall(
        r"^    server (\w+):8000 ", (ROOT / "deploy/web.conf").read_text(), re.MULTILINE
    )
    assert servers == services


def test_the_image_gets_every_folder_that_it_copies():
    kept = (ROOT / ".dockerignore").read_text().splitlines()
    image = (ROOT / "deploy/Dockerfile").read_text()
    copied = re.findall(r"^COPY (?!--)(.+) \S+$", image, re.MULTILINE)
    for name in " ".join(copied).split():
        assert f"!{name}" in kept


def test_nginx_reads_files_where_compose_has_them_collected():
    compose = (ROOT / "compose.yaml").read_text()
    nginx = (ROOT / "deploy/nginx.conf").read_text()
    image = (ROOT / "deploy/Dockerfile").read_text()
    assert "STATIC_ROOT: /srv/static" in compose
    assert "- static:/srv/static\n" in compose  # the service that collects the files
    assert "- static:/srv/static:ro\n" in compose  # nginx
    assert "root /srv;" in nginx
    assert re.search(
        r"install --directory --owner miai --mode 755 .* /srv/static$", image, re.MULTILINE
    )


def test_the_backup_that_a_shell_writes_is_closed():
    written = re.findall(r"`([^`\n]*pg_dump [^`\n]*>[^`\n]*)`", section("Backups"))
    assert len(written) == 1
    assert written[0].startswith("(umask 077; ")


def test_every_command_of_manage_py_that_is_named_exists():
    documents = [ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")]
    named = {
        name for path in documents for name in re.findall(r"manage\.py ([a-z_]+)", path.read_text())
    }
    assert named >= {"backup", "restore", "import_sqlite"}
    assert named - set(get_commands()) == set()


def test_the_redis_of_compose_tells_nothing_without_its_password(tmp_path):
    compose = (ROOT / "compose.yaml").read_text()
    (said,) = re.findall(r'command: (\["valkey-server".*\])', compose)
    options = json.loads(said.replace("${REDIS_PASSWORD:?set it in .env}", "long-secret"))[1:]
    path = redis_server.socket_path(tmp_path)
    here = ["--port", "0", "--unixsocket", str(path), "--loglevel", "warning"]
    server = subprocess.Popen(
        ends_with_parent([redis_server.find_server(), *options, *here]), start_new_session=True
    )
    try:
        once_it_is_there = Retry(ConstantBackoff(0.05), 400)
        missing = [redis.ConnectionError, FileNotFoundError]
        allowed = redis.Redis(
            unix_socket_path=str(path),
            password="long-secret",
            retry=once_it_is_there,
            retry_on_error=missing,
        )
        assert allowed.ping()
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(unix_socket_path=str(path), retry=Retry(ConstantBackoff(0), 0)).ping()
    finally:
        server.terminate()
        server.wait()
    assert "REDIS_URL: redis://:${REDIS_PASSWORD:?set it in .env}@redis:" in compose
    assert "REDISCLI_AUTH: ${REDIS_PASSWORD:?set it in .env}" in compose


DECISIONS = ROOT / "docs/decisions"
WRITTEN = {".md", ".py", ".js", ".css", ".html", ".conf", ".yaml", ".toml", ".sh"}


def test_every_decision_has_a_number_of_its_own_and_begins_with_it():
    decisions = sorted(DECISIONS.glob("[!R]*.md"))
    numbers = [path.name[:4] for path in decisions]
    assert len(set(numbers)) == len(numbers) > 0
    for path, number in zip(decisions, numbers, strict=True):
        assert path.read_text().startswith(f"# {number}: ")


def test_decisions_are_few_and_short_and_say_what_they_cost():
    decisions = sorted(DECISIONS.glob("[!R]*.md"))
    assert len(decisions) <= 30
    assert [path.name for path in decisions if len(path.read_text().splitlines()) >= 40] == []
    assert [path.name for path in decisions if "**Cost**: " not in path.read_text()] == []


def test_every_decision_that_is_pointed_to_is_there():
    names = {path.name for path in DECISIONS.glob("*.md")}
    not_ours = {"node_modules", "var", "staticfiles"}
    ours = [part for part in ROOT.iterdir() if part.name[0] != "." and part.name not in not_ours]
    files = [path for part in ours for path in (part, *part.rglob("*")) if path.suffix in WRITTEN]
    pointed_to = {
        name
        for path in files
        for name in re.findall(
            r"(?:decisions/|\]\()(\d{4}-[a-z0-9-]+\.md)", path.read_text("utf-8")
        )
    }
    assert pointed_to
    assert pointed_to - names == set()


def test_the_list_of_decisions_has_each_by_its_number_and_title():
    written = (DECISIONS / "README.md").read_text()
    listed = re.findall(r"^- \[(\d{4})\]\((\S+)\): (.+)$", written, re.MULTILINE)
    stored = [
        (path.name[:4], path.name, path.read_text().splitlines()[0].partition(": ")[2])
        for path in sorted(DECISIONS.glob("[!R]*.md"))
    ]
    assert listed == stored


def test_git_has_few_screenshots_and_documents_show_each():
    pictures = [f"screenshots/{path.name}" for path in (ROOT / "docs/screenshots").iterdir()]
    documents = "".join(path.read_text() for path in [ROOT / "README.md", *ROOT.glob("docs/*.md")])
    shown = re.findall(r"screenshots/[\w-]+\.webp", documents)
    assert len(pictures) <= 5
    assert set(pictures) == set(shown)


def test_the_page_about_performance_stays_short():
    assert len((ROOT / "docs/performance.md").read_text().split()) <= 1500


def test_every_file_that_a_document_names_is_there():
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    folders = "|".join(
        part.name
        for part in ROOT.iterdir()
        if part.is_dir() and part.name not in {"var", "node_modules"}
    )
    named = {
        (str(document.relative_to(ROOT)), path)
        for document in documents
        for path in re.findall(rf"`((?:{folders})/[a-z\d_./-]+\.[a-z]+)`", document.read_text())
    }
    assert len(named) > 30
    assert {(document, path) for document, path in named if not (ROOT / path).exists()} == set()


def test_every_document_that_a_document_links_to_is_there():
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    broken = {
        (document.name, link)
        for document in documents
        for link in re.findall(r"\]\(([\w./-]+\.\w+)(?:#[\w-]+)?\)", document.read_text())
        if not (document.parent / link).exists()
    }
    assert broken == set()
