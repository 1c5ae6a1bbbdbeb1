"""What operators are given in `packaging`: each file is read by the program it is for, where that is installed, and
what it says of Podium is held against Podium."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest
import yaml  # type: ignore[import-untyped]  # its types are a package that nothing else needs
from litestar.testing import TestClient

from podium.bootstrap import application, opened
from podium.cli import VERBS
from podium.config import VARIABLES, Config
from tests.kit.http import Caller

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
CONTAINER = PACKAGING / "container" / "Containerfile"
MOST_EXPOSED = 20  # tenths, as systemd counts; without any of the settings it is 92
ELSEWHERE = {"PODIUM_PASSWORD", "PODIUM_SERVER", "PODIUM_TOKEN"}
TOKEN = "token-of-the-watcher"


def run(*command: object) -> str:
    """What a program says; it must be content. Nothing, where it is not installed."""
    if shutil.which(str(command[0])) is None:
        return ""
    done = subprocess.run([str(each) for each in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def words(path: Path) -> str:
    return path.read_text("utf-8")


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file, a line each."""
    text = re.sub(r"\\\n\s*", "", words(CONTAINER))
    return [(line.split()[0], line.partition(" ")[2]) for line in text.splitlines() if line and line[0] != "#"]


def verbs() -> set[str]:
    """The verbs of the command line."""
    return {verb.name for part in VERBS.values() for verb in part}


# ---- Every file ----


def test_every_variable_is_one_of_podiums() -> None:
    known = set(VARIABLES.values()) | ELSEWHERE
    for path in [each for each in PACKAGING.rglob("*") if each.is_file()]:
        limits = {each for each in re.findall(r"PODIUM_\w+", words(path)) if not each.startswith("PODIUM_LIMIT_")}
        assert limits <= known, path


def test_every_verb_is_one_of_podiums() -> None:
    for path in (*PACKAGING.glob("systemd/*.service"), PACKAGING / "logrotate.conf"):
        assert set(re.findall(r"(?:bin/podium|#   podium) ([a-z-]+)", words(path))) <= verbs(), path
    assert dict(instructions())["CMD"] == '["serve"]'


def test_the_page_for_operators_names_every_file() -> None:
    page = words(ROOT / "docs" / "how-to" / "run-a-server.md")
    files = [each.relative_to(PACKAGING).as_posix() for each in PACKAGING.rglob("*") if each.is_file()]
    ours = [each for each in files if each.split("/")[0] in ("container", "systemd", "proxies", "monitoring", "bundle")]
    assert [each for each in (*ours, "logrotate.conf") if f"packaging/{each}" not in page] == []


# ---- The downloads ----


def test_the_recipes_for_downloads_can_be_read() -> None:
    """What is built by them here is walked through in test_bundle.py."""
    workflow = yaml.safe_load(words(PACKAGING / "bundle" / "workflow.yaml"))
    tried = next(each["run"] for each in workflow["jobs"]["bundle"]["steps"] if each.get("name") == "Try it")
    assert set(re.findall(r'^"\$podium" ([a-z]\S*)', tried, re.MULTILINE)) <= set(verbs())
    installer = ElementTree.fromstring(words(PACKAGING / "bundle" / "podium.wxs").encode())
    assert {each.tag.rpartition("}")[2] for each in installer.iter()} >= {"Package", "Files", "Shortcut"}
    for recipe in ("workflow.yaml", "podium.wxs"):
        assert "NOT RUN" in words(PACKAGING / "bundle" / recipe)


# ---- The unit ----


def test_the_unit_is_understood_and_hardened(tmp_path: Path) -> None:
    units = [Path(shutil.copy(each, tmp_path)) for each in sorted((PACKAGING / "systemd").iterdir())]
    for unit in units:
        unit.write_text(words(unit).replace("/opt/podium/.venv/bin/podium", "/bin/true"), "utf-8")
    assert run("systemd-analyze", "verify", *units) == ""
    run("systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", units[-1])
    assert {"ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet="} <= set(words(units[-1]).split())


# ---- The proxies ----


def test_caddy_understands_its_file() -> None:
    run("caddy", "validate", "--adapter", "caddyfile", "--config", PACKAGING / "proxies" / "Caddyfile")


def test_nginx_understands_its_file(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ("-newkey", "rsa:2048", "-nodes", "-subj", "/CN=podium", "-keyout", key, "-out", certificate)
    run("openssl", "req", "-x509", *made)
    site = words(PACKAGING / "proxies" / "nginx.conf")
    site = site.replace("/etc/ssl/private/podium.key", str(key)).replace("/etc/ssl/certs/podium.pem", str(certificate))
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{site}}}\n", "utf-8"
    )
    run("nginx", "-t", "-c", whole, "-p", tmp_path)


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_a_proxy_says_what_matters(name: str) -> None:
    text = words(PACKAGING / "proxies" / name)
    assert "Strict-Transport-Security" in text
    assert "/metrics" in text
    assert re.search(r"max_size 100MB|client_max_body_size 100m", text)
    if name == "nginx.conf":  # Caddy does all of this by itself
        for header in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
            assert f"proxy_set_header {header};" in text
        assert "proxy_read_timeout 1h;" in text


# ---- The dashboard ----


@pytest.fixture(scope="module")
def metric_names(ready_file: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all that a server counts."""
    database = shutil.copy(ready_file, tmp_path_factory.mktemp("metrics") / "podium.db")
    config = Config(database=str(database), metrics_token=TOKEN)
    with opened(config) as podium, TestClient(application(podium)) as client:
        _, secret = podium.registry.add_token(podium.registry.add_user("chief", "a long password"), "test")
        caller = Caller(client, secret)
        caller.event()
        caller("GET", "/api/tournaments/nowhere").refused(404, "unknown-tournament")
        caller("POST", "/api/session", {"name": "chief", "password": "a long password"}).ok()
        text = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).text
    return set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))


def asked(text: str) -> set[str]:
    return {re.sub(r"_bucket$", "", each) for each in re.findall(r"podium_\w+", text)}


def test_the_dashboard_asks_for_metrics_that_there_are(metric_names: set[str]) -> None:
    board = json.loads(words(PACKAGING / "monitoring" / "dashboard.json"))
    expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = set().union(*map(asked, expressions))
    assert named <= metric_names
    assert {each for each in metric_names if each.startswith("podium_")} - named == set()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_alerts_ask_for_metrics_that_there_are(metric_names: set[str]) -> None:
    rules = yaml.safe_load(words(PACKAGING / "monitoring" / "alerts.yaml"))["groups"][0]["rules"]
    assert set().union(*(asked(each["expr"]) for each in rules)) <= metric_names


# ---- The log ----


def test_logrotate_understands_its_file(tmp_path: Path) -> None:
    file = tmp_path / "logrotate.conf"  # for an account that is here
    file.write_text(words(PACKAGING / "logrotate.conf").replace("su podium podium", "su root root"), "utf-8")
    assert "error" not in run("logrotate", "--debug", "--state", tmp_path / "state", file)


# ---- The container ----


def test_the_container_is_sound() -> None:
    steps = instructions()
    kinds = [kind for kind, _ in steps]
    last = steps[len(kinds) - 1 - kinds[::-1].index("FROM") :]
    told = dict(last)
    assert told["USER"] == "10001:10001"
    assert told["VOLUME"] == "/data"
    assert "/ready" in told["HEALTHCHECK"]
    assert told["STOPSIGNAL"] == "SIGTERM"
    assert "RUN" not in dict(last)  # what is shipped is what was built: nothing is installed beside it
    assert "ADD" not in kinds
    assert any("--require-hashes" in text for kind, text in steps if kind == "RUN")
    kept = {line[1:] for line in words(ROOT / ".dockerignore").splitlines() if line.startswith("!")}
    copied = {each for kind, text in steps if kind == "COPY" and "--from" not in text for each in text.split()[:-1]}
    assert copied == kept
    assert [each for each in copied if not (ROOT / each).exists()] == []


def test_compose_gives_no_rights_away() -> None:
    compose = yaml.safe_load(words(PACKAGING / "container" / "compose.yaml"))
    podium, database = compose["services"]["podium"], compose["services"]["database"]
    assert podium["read_only"] is True
    assert podium["cap_drop"] == ["ALL"]
    assert podium["ports"] == ["127.0.0.1:8000:8000"]
    assert "ports" not in database
    assert podium["environment"]["PODIUM_DB"].startswith("postgresql://podium:")
    assert all(each["logging"]["options"]["max-size"] for each in (podium, database))
    build = PACKAGING / "container" / podium["build"]["context"]
    assert (build / podium["build"]["dockerfile"]).resolve() == CONTAINER


def builder() -> str | None:
    """A program that can build an image here, the base of which can be had."""
    for name in ("docker", "podman"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True).returncode == 0:
            base = f"docker.io/library/python:{dict(instructions())['ARG'].partition('=')[2]}-slim"
            if subprocess.run([name, "pull", base], capture_output=True).returncode == 0:
                return name
    return None


def by_steps(folder: Path) -> tuple[list[str], dict[str, str]]:
    """Podium as the steps of the container file make it in a folder, started as somebody who owns nothing there."""
    (folder / "source").mkdir(parents=True)
    (folder / "data").mkdir()
    (folder / "data").chmod(0o777)
    folder.chmod(0o755)
    places = {"/opt/podium": f"{folder}/podium", "/source": f"{folder}/source", "python -m": f"{sys.executable} -m"}
    for kind, text in instructions():
        if kind == "COPY" and "--from" not in text:
            for name in text.split()[:-1]:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy(ROOT / name, folder / "source" / name)
        elif kind == "RUN" and "install -d" not in text and "uninstall" not in text:  # of the image alone
            for there, here in places.items():
                text = text.replace(there, here)
            run("sh", "-c", text)
    told = dict(each.split("=", 1) for kind, text in instructions() if kind == "ENV" for each in text.split())
    variables = {name: value.replace("/opt/podium", f"{folder}/podium") for name, value in told.items()}
    variables |= {"PODIUM_DB": f"{folder}/data/podium.db", "PODIUM_HOST": "127.0.0.1", "HOME": f"{folder}/data"}
    reachable = all(each.stat().st_mode & 0o001 for each in Path(sys.executable).resolve().parents)
    drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    nobody = drop if os.geteuid() == 0 and reachable else []  # Python itself may be root's alone
    return [*nobody, f"{folder}/podium/bin/podium"], variables


@pytest.fixture(scope="module")
def built() -> Iterator[tuple[list[str], dict[str, str]]]:
    """What starts Podium as the container does, and with which variables: in one, or by its steps."""
    if (name := builder()) is not None:
        run(name, "build", "--file", CONTAINER, "--tag", "podium-test", ROOT)
        rights = ["--rm", "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--network=host"]
        yield [name, "run", *rights, "podium-test"], {}
        return
    folder = Path("/tmp") / f"podium-steps-{os.getpid()}"  # a place that somebody else may look into
    try:
        yield by_steps(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.long
def test_the_container_serves(built: tuple[list[str], dict[str, str]]) -> None:
    start, variables = built
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    environment = {**variables, "PODIUM_PORT": str(port)} if variables else None
    server = subprocess.Popen([*start, "serve", "--port", str(port)], env=environment, cwd="/", stderr=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 120
        while True:
            try:
                assert json.loads(urlopen(f"http://127.0.0.1:{port}/ready", timeout=5).read()) == {"status": "ok"}
                break
            except OSError:
                assert server.poll() is None, server.stderr and server.stderr.read()
                assert time.monotonic() < deadline
                time.sleep(0.2)
        check = dict(instructions())["HEALTHCHECK"].partition("CMD ")[2]
        program = [sys.executable, *json.loads(check.replace(":8000", f":{port}"))[1:]]
        assert subprocess.run(program).returncode == 0
        assert b"<h1" in urlopen(f"http://127.0.0.1:{port}/help", timeout=60).read()
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) in (0, -signal.SIGTERM)
        assert server.stderr is not None
        server.stderr.close()
    assert subprocess.run(program, stderr=subprocess.DEVNULL).returncode == 1
