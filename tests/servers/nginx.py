"""A real nginx with the configuration that docs/running.md recommends."""

import os
import re
import shutil
import ssl
import subprocess
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from running.child import ends_with_parent
from running.occupied import listens
from tests.servers.debian import apt_get, may_install
from tests.servers.site import free_port

PACKAGE = "nginx-light"
NONE = f"No nginx: install {PACKAGE}."
SYSTEM_FOLDERS = ":/usr/sbin:/usr/local/sbin"  # not on everybody's PATH
DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
START_SECONDS = 300.0
HTTP2_ON = (1, 25, 1)
"""The first version that knows `http2 on`. The image's is newer, Debian's may be older."""

LIMIT = re.compile(r"(limit_conn addresses )\d+;")
ANY_NUMBER = 65_535
"""The most connections of an address that nginx can be told."""

AROUND = """
{user}
pid {folder}/nginx.pid;
error_log stderr crit;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/web.conf;
    include {folder}/site.conf;
}}
"""


def get_nginx() -> str:
    """Returns the path of nginx, and installs it first if there is none.

    Raises ``FileNotFoundError`` if it can neither be found nor installed.
    """
    found = find_nginx()
    if not found and may_install():
        install_with_apt()
        found = find_nginx()
    if not found:
        raise FileNotFoundError(NONE)
    return found


def find_nginx() -> str | None:
    """Returns the path of an installed nginx, if any."""
    path = os.environ.get("PATH", "")
    folders = path + SYSTEM_FOLDERS if "/usr/bin" in path.split(":") else path
    return shutil.which("nginx", path=folders)


def install_with_apt() -> None:
    """Installs Debian's package, without starting it; quiet unless it fails."""
    print("Installing nginx with apt-get ...", flush=True)
    apt_get("update")
    wrong = apt_get("install", "--yes", "--no-install-recommends", PACKAGE)
    if wrong:
        raise FileNotFoundError(f"{NONE} apt-get: {wrong}")


def version() -> tuple[int, ...]:
    """Returns the version of the installed nginx."""
    said = subprocess.run([get_nginx(), "-v"], capture_output=True, text=True, check=True).stderr
    found = re.search(r"nginx/([\d.]+)", said)
    assert found, said
    return tuple(map(int, found[1].split(".")))


def let_connect(configuration: str, connections: int) -> str:
    """Returns ``deploy/nginx.conf`` with this number of connections for each address."""
    assert LIMIT.search(configuration), "deploy/nginx.conf does not limit connections any more"
    return LIMIT.sub(rf"\g<1>{connections};", configuration)


class Nginx:
    """An nginx in front of the web processes at ``ports``; a context manager that starts and stops
    it.

    The configuration is changed only as far as a machine without Docker requires: ports, names of
    the web processes, places of the certificate and the collected files, and the way to turn on
    HTTP/2 in an older nginx; and, if asked, how many connections an address may have.
    """

    def __init__(
        self, folder: Path, name: str, *ports: int, connections: int | None = None
    ) -> None:
        """``name`` is the host name for the certificate. nginx keeps its files in ``folder`` and
        serves the collected files in ``folder/static``. An address may have ``connections``, at
        most ``ANY_NUMBER``; None: as many as in the configuration."""
        self.folder = folder
        self.name = name
        self.ports = ports
        self.connections = connections
        self.port = free_port()
        self.plain_port = free_port()
        self.log = folder / "nginx.log"

    def __enter__(self) -> Self:
        """Returns once nginx takes connections; raises ``RuntimeError`` with its output if not."""
        self.make_certificate()
        user = "user root;" if os.getuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder, user=user))
        (self.folder / "site.conf").write_text(self.configuration())
        (self.folder / "web.conf").write_text(self.upstream())
        command = [get_nginx(), "-e", "stderr", "-c", str(self.folder / "nginx.conf")]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ends_with_parent([*command, "-p", str(self.folder), "-g", "daemon off;"]),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        ends = time.monotonic() + START_SECONDS
        while not listens("127.0.0.1", self.port):
            if self.process.poll() is not None or time.monotonic() > ends:
                self.stop()
                raise RuntimeError(f"nginx does not start:\n{self.log.read_text()}")
            time.sleep(0.02)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Stops nginx."""
        self.process.terminate()
        self.process.wait()

    def configuration(self) -> str:
        """Returns ``deploy/nginx.conf`` with the ports and files of this machine."""
        text = (DEPLOY / "nginx.conf").read_text()
        here = "127.0.0.1"
        for theirs, ours in {
            "listen 80;\n    listen [::]:80;": f"listen {here}:{self.plain_port};",
            "listen 443 ssl;\n    listen [::]:443 ssl;": f"listen {here}:{self.port} ssl;",
            "/etc/nginx/certificates/": f"{self.folder}/",
            "root /srv;": f"root {self.folder};",
            "http2 on;": "http2 on;",
        }.items():
            assert theirs in text, f"deploy/nginx.conf has no {theirs!r} any more"
            text = text.replace(theirs, ours)
        if self.connections is not None:
            text = let_connect(text, self.connections)
        if version() < HTTP2_ON:
            text = text.replace("    http2 on;\n", "").replace(" ssl;", " ssl http2;")
        return text

    def upstream(self) -> str:
        """Returns ``deploy/cluster/nginx.conf`` with the web processes of this machine."""
        text = (DEPLOY / "cluster" / "nginx.conf").read_text()
        theirs = "include /etc/nginx/web-hosts.conf;"
        assert theirs in text, f"deploy/cluster/nginx.conf has no {theirs!r} any more"
        hosts = [f"server 127.0.0.1:{port} max_fails=1 fail_timeout=5s;" for port in self.ports]
        return text.replace(theirs, "\n    ".join(hosts))

    def make_certificate(self) -> None:
        """Writes ``fullchain.pem`` and ``privkey.pem``, a self-signed certificate and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, self.name)])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(self.name)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        (self.folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
        (self.folder / "privkey.pem").write_bytes(
            key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        )

    def trust(self) -> ssl.SSLContext:
        """A context with which a client trusts the certificate."""
        return ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))


if __name__ == "__main__":
    try:
        print(get_nginx())
    except FileNotFoundError as error:
        raise SystemExit(str(error)) from error
