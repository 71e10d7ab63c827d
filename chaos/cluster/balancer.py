"""nginx in front of the web processes of all hosts, with the configuration of ``deploy/``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from chaos.cluster.hosts import Host
from chaos.cluster.services import FOLDER
from tests.servers.nginx import ANY_NUMBER, find_nginx, let_connect

PORT = 80
KERNEL = re.compile(r"^#\s+(net\.ipv4\.\w+=\d+)$", re.MULTILINE)
"""The settings of the kernel that ``deploy/cluster/nginx.conf`` asks for."""

AROUND = """
user root;
worker_processes 1;
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


def start_balancer(host: Host, folder: Path, webs: Sequence[str]) -> str:
    """Starts nginx on a host of its own, in front of the web processes at ``webs``; returns its
    address.

    Only what needs a certificate is left out, and the pages, all of which have one address, may
    have any number of connections. Raises ``FileNotFoundError`` if there is no nginx.
    """
    nginx = find_nginx()
    if not nginx:
        raise FileNotFoundError("There is no nginx: apt-get install nginx-light")
    folder.mkdir()
    site = (FOLDER.parent / "nginx.conf").read_text()
    for theirs, ours in {
        r"listen 80;\n    listen \[::\]:80;": "listen 8080;",
        r"listen 443 ssl;\n    listen \[::\]:443 ssl;": f"listen {PORT};",
        r"    (?:http2|ssl_\w+) .*;\n": "",
    }.items():
        assert re.search(theirs, site), f"deploy/nginx.conf has no {theirs!r} any more"
        site = re.sub(theirs, ours, site)
    site = let_connect(site, ANY_NUMBER)
    upstream = (FOLDER / "nginx.conf").read_text()
    for setting in KERNEL.findall(upstream):
        host.execute("sysctl", "--quiet", "--write", setting)
    listed = folder / "web-hosts.conf"
    template = (FOLDER / "web-hosts.conf.template").read_text().splitlines()[0]
    listed.write_text("".join(re.sub(r"\$\{\w+\}", web, template) + "\n" for web in webs))
    upstream = upstream.replace("/etc/nginx/web-hosts.conf", str(listed))
    (folder / "web.conf").write_text(upstream)
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
    command = [nginx, "-e", "stderr", "-c", str(folder / "nginx.conf"), "-p", str(folder)]
    host.run("nginx", [*command, "-g", "daemon off;"], {}, folder / "nginx.out")
    return f"{host.address}:{PORT}"
