"""What deploy/cluster/ starts is what the site needs."""

import re
from pathlib import Path

import kubernetes_validate
import pytest
import yaml

from chaos.cluster.services import services
from running import processes

ROOT = Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "deploy/cluster"
KUBERNETES = CLUSTER / "kubernetes"
VERSION = kubernetes_validate.latest_version().rpartition(".")[0]

FOR_COMPOSE = {
    *("MACHINE", "MACHINE_1", "MACHINE_2", "MACHINE_3"),
    *("POSTGRES_PASSWORD", "POSTGRES_ADMIN_PASSWORD", "REDIS_PASSWORD", "CERTIFICATES"),
}


def commands():
    """What ``make run`` starts for the site, without the program."""
    warned = [*processes.workers(), processes.beat()]
    of_celery = [each.command[1 + len(processes.NO_ROOT_WARNING) :] for each in warned]
    web = processes.web("0.0.0.0", 8000).command[1:]  # noqa: S104 - not bound
    return {" ".join(each) for each in (*of_celery, web)}


def as_here(command):
    """A command of a container, as :func:`commands` has it."""
    said = " ".join(command[1:])
    return re.sub(r"--bind \S+", "--bind 0.0.0.0", said)


def variables(path):
    return set(re.findall(r"^([A-Z_0-9]+)=", path.read_text(), re.MULTILINE))


def documents(path):
    return list(yaml.safe_load_all(path.read_text()))


def manifests():
    return [
        document
        for path in KUBERNETES.glob("*.yaml")
        if path.name != "kustomization.yaml"
        for document in documents(path)
    ]


def pods():
    made = [each for each in manifests() if "template" in each.get("spec", {})]
    return {each["metadata"]["name"]: each["spec"]["template"]["spec"] for each in made}


@pytest.fixture
def started(tmp_path):
    """The services of the first machine."""
    filled_in = {name: name.lower() for name in FOR_COMPOSE}
    return services(filled_in | {"MACHINE": "10.0.0.1", "MACHINE_1": "10.0.0.1"}, tmp_path)


def test_three_machines_start_the_processes_that_one_starts(started):
    site = {name for name in started if name in ("web", "beat") or name.startswith("worker")}
    assert {as_here(started[name].command) for name in site} == commands()


def test_the_example_for_three_machines_names_what_compose_and_the_site_read():
    example = variables(CLUSTER / ".env.example")
    of_one = variables(ROOT / ".env.example")
    asked = set(re.findall(r"\$\{(\w+)", (CLUSTER / "compose.yaml").read_text()))
    assert asked == FOR_COMPOSE | {"ETCD_STATE"}
    assert example == of_one | FOR_COMPOSE


def test_every_file_that_is_mounted_exists():
    compose = (CLUSTER / "compose.yaml").read_text()
    for name in re.findall(r"^ +- (\.\.?/[^:]+):", compose, re.MULTILINE):
        assert (CLUSTER / name).is_file(), name


def test_paths_of_containers_become_paths_here(started, tmp_path):
    patroni = started["postgres"]
    assert patroni.command[1] == str(tmp_path / "patroni.yml")
    assert patroni.environment["PATRONI_POSTGRESQL_DATA_DIR"] == f"{tmp_path}/postgres/club"
    assert f"sh {tmp_path}/found-database.sh" in (tmp_path / "patroni.yml").read_text()


def test_a_variable_that_is_missing_is_named(tmp_path):
    with pytest.raises(KeyError, match="MACHINE"):
        services({}, tmp_path)


@pytest.mark.parametrize("manifest", manifests(), ids=lambda each: each["metadata"]["name"])
def test_a_manifest_is_what_kubernetes_reads(manifest):
    kubernetes_validate.validate(manifest, VERSION, strict=True)


def test_kustomize_takes_every_manifest_but_the_example_of_a_secret():
    (kustomization,) = documents(KUBERNETES / "kustomization.yaml")
    files = {path.name for path in KUBERNETES.glob("*.yaml")}
    assert set(kustomization["resources"]) == files - {"kustomization.yaml", "secret.example.yaml"}
    assert {image["name"] for image in kustomization["images"]} == {"miai"}


def test_kubernetes_starts_the_processes_that_one_machine_starts():
    started = {as_here(pod["containers"][0]["command"]) for pod in pods().values()}
    assert started == commands() | {"-m running.prepare --no-demo"}


def test_pods_read_the_settings_and_secrets_that_are_there():
    names = {(each["kind"], each["metadata"]["name"]) for each in manifests()}
    for pod in pods().values():
        for container in (*pod.get("initContainers", ()), *pod["containers"]):
            assert container["image"] == "miai"
            read = {key: ref["name"] for each in container["envFrom"] for key, ref in each.items()}
            assert ("ConfigMap", read["configMapRef"]) in names
            assert ("Secret", read["secretRef"]) in names


def test_selectors_of_services_and_budgets_are_labels_of_pods():
    labelled = {
        each["metadata"]["name"]: each["spec"]["template"]["metadata"]["labels"]
        for each in manifests()
        if each["kind"] == "Deployment"
    }
    for each in manifests():
        if each["kind"] in ("PodDisruptionBudget", "Service"):
            selector = each["spec"]["selector"]
            labels = selector.get("matchLabels", selector)
            assert labels == labelled[each["metadata"]["name"]]
