# make play · make test · make lint · make bench · make games · make client · make messages · make lock: each works on a fresh machine with Python and make.
# make bench turn ladder runs these of the benches.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8000
SECONDS ?= 600
HOSTS ?= 1

# What the tests must never inherit from the shell they run in. Without byte code every worker compiles every test anew.
CLEAN := env -u PYTHONDONTWRITEBYTECODE -u SLOWFUSE_DEBUG -u SLOWFUSE_SECRET_KEY -u SLOWFUSE_DATABASE_URL -u SLOWFUSE_BROKER_URL \
	-u SLOWFUSE_CACHE_URL -u SLOWFUSE_SITE -u SLOWFUSE_PUSH_SECRET -u SLOWFUSE_MAIL_URL -u SLOWFUSE_ALLOWED_HOSTS -u SLOWFUSE_HTTPS -u SLOWFUSE_VAR -u SLOWFUSE_SWEEP_SECONDS -u SLOWFUSE_LOG -u SLOWFUSE_SLOW_SECONDS -u SLOWFUSE_SENTRY_DSN -u SLOWFUSE_ADMINS

# Browsers work beside their tests: one worker more than there are processors keeps all busy. More starve each other.
WORKERS := $(shell $(PYTHON) -c "import os; print(min(4, len(os.sched_getaffinity(0)) + 1 if hasattr(os, 'sched_getaffinity') else 4))")
APART := --numprocesses $(WORKERS) --dist worksteal

# From UNTIL on, in seconds since 1970, no further test starts. What's left out is counted.
IN_TIME := SLOWFUSE_TEST_UNTIL=$(UNTIL)

# What needs no database is tested once.
PURE := tests/kernel tests/games tests/tournaments/formats tests/tournaments/pairing tests/tournaments/scoring clients/python

# Journeys that `make firefox` makes in Firefox.
FIREFOX := hold keyboard logged_out newcomer puzzles returning sheets

# Slow tests only run with SLOW=yes, as in .ci/run.
FIRST := $(if $(SLOW),,not slow)
SECOND := not once$(if $(SLOW),, and not slow)

# PostgreSQL and Redis, if there are both.
BOTH := $(and $(SLOWFUSE_TEST_DATABASE_URL),$(SLOWFUSE_TEST_BROKER_URL))
OVER_BOTH = $(CLEAN) SLOWFUSE_DATABASE_URL="$(SLOWFUSE_TEST_DATABASE_URL)" SLOWFUSE_BROKER_URL="$(SLOWFUSE_TEST_BROKER_URL)" \
	SLOWFUSE_SECRET_KEY=only-for-tests-only-for-tests-only-for-tests-only-for-tests SLOWFUSE_ALLOWED_HOSTS=localhost,127.0.0.1 \
	SLOWFUSE_HTTPS=false

# Slow tests of what happens at once, and of what a crash leaves: each database locks in its own way.
SLOW_OVER_BOTH := clients/test_python_client matches/test_broker matches/test_uptime notices/test_crash_recovery notices/test_lateness \
	tournaments/test_concurrency tournaments/test_ladder_concurrency tournaments/test_league_concurrency

.PHONY: play test slow slow-over-both games client firefox lint scripts bench soak messages lock

play: $(VENV)/runtime-installed
	$(BIN)/python manage.py play --port $(PORT)

test: $(VENV)/dev-installed
	$(CLEAN) $(IN_TIME) $(BIN)/python -m pytest $(APART) -m "$(FIRST)"
ifneq ($(BOTH),)
	@echo "The same once more, over PostgreSQL and Redis:"
	@$(OVER_BOTH) $(IN_TIME) $(BIN)/python -m pytest $(APART) -m "$(SECOND)" $(PURE:%=--ignore=%) --ignore=tests/config
else
	@echo "SKIPPED over PostgreSQL and Redis: SLOWFUSE_TEST_DATABASE_URL and SLOWFUSE_TEST_BROKER_URL are not both set."
	@test "$$CI" != true
endif

slow: $(VENV)/dev-installed
	$(CLEAN) $(IN_TIME) $(BIN)/python -m pytest $(APART) -m slow

# Slow tests that depend on the database, over PostgreSQL and Redis.
slow-over-both: $(VENV)/dev-installed
	@$(OVER_BOTH) $(IN_TIME) $(BIN)/python -m pytest $(APART) -m "slow and not once" $(SLOW_OVER_BOTH:%=tests/%.py)

# The package of games, in an environment of its own: tests, types, and how fast it is. `make slow` does the same in a fresh one.
games: $(VENV)-games/installed
	$(call BUILD,games)
	cd clients/games && $(abspath $(VENV)-games/bin/python) -m pytest tests
	$(VENV)-games/bin/python clients/games/bench.py

# The Python client of the API, in the same way.
client: $(VENV)-python/installed
	$(call BUILD,python)
	cd clients/python && $(abspath $(VENV)-python/bin/python) -m pytest tests
	cd clients/python && $(abspath $(VENV)-python/bin/mypy) -p slowfuse

# Builds a package and installs it into its environment.
define BUILD
	rm -rf $(VENV)-$(1)/built && $(VENV)-$(1)/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $(VENV)-$(1)/built ./clients/$(1)
	$(VENV)-$(1)/bin/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $(VENV)-$(1)/built/*.whl
endef

$(VENV)-%/installed: clients/%/requirements-test.txt
	$(PYTHON) -m venv $(VENV)-$*
	$(VENV)-$*/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

firefox: $(VENV)/dev-installed
	$(CLEAN) $(IN_TIME) $(BIN)/python -m pytest $(APART) --browser firefox $(FIREFOX:%=tests/journeys/test_%.py)

lint: $(VENV)/dev-installed scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=clients/games/src $(BIN)/lint-imports
	$(BIN)/complexipy
	$(BIN)/djlint --lint --quiet templates apps
	$(BIN)/python -m tests.plain_english
	$(CLEAN) $(BIN)/python manage.py makemigrations --check --dry-run

# Scripts and styles, by the Biome of package-lock.json.
scripts: $(if $(shell command -v npm),node_modules/.package-lock.json)
	@if [ -x node_modules/.bin/biome ]; then node_modules/.bin/biome lint --error-on-warnings; \
	else echo "No npm, or no Biome to be had: scripts and styles are not checked." >&2; fi

node_modules/.package-lock.json: package-lock.json
	-@npm ci --loglevel=error --no-audit --no-fund

bench: $(VENV)/dev-installed
	$(BIN)/python -m tests.bench $(BENCHES)

# What stands behind it are names of benches, and nothing to be made.
ifeq (bench,$(firstword $(MAKECMDGOALS)))
BENCHES := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(BENCHES)
$(BENCHES): ; @:
endif

# A house that is broken again and again, over SLOWFUSE_TEST_DATABASE_URL and _BROKER_URL; SECONDS says for how long, HOSTS=2 on how
# many machines (with a database and a broker of their own, if there can be cables between them).
soak: $(VENV)/dev-installed
	$(BIN)/python -m tests.soak $(SECONDS) $(HOSTS)

# Collects what is marked for translation, then compiles what the translators wrote; needs GNU gettext.
messages: $(VENV)/dev-installed
	$(CLEAN) $(BIN)/python manage.py makemessages --locale de --locale fr --add-location file --no-wrap --no-obsolete --extension html,txt,py,svg \
		--ignore '.venv*' --ignore var --ignore deploy --ignore tests
	find apps -name django.po -exec sed -i '/^"POT-Creation-Date/d' {} +
	$(CLEAN) $(BIN)/python manage.py compilemessages --ignore '.venv*' --verbosity 0

lock: $(VENV)/dev-installed
	$(BIN)/pip install --quiet uv
	cd deploy && $(abspath $(BIN))/uv pip compile $(LOCK) requirements-dev.in -o requirements-dev.txt
	cd deploy && $(abspath $(BIN))/uv pip compile $(LOCK) requirements.in -c requirements-dev.txt -o requirements.txt
	cd deploy && $(abspath $(BIN))/uv pip compile $(LOCK) requirements-sentry.in -c requirements-dev.txt -o requirements-sentry.txt
	for each in games python; do (cd clients/$$each && $(abspath $(BIN))/uv pip compile $(LOCK) requirements-test.in \
		-c ../../deploy/requirements-dev.txt -o requirements-test.txt) || exit 1; done
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-strip-extras --no-header --no-annotate $(UPGRADE)

$(VENV)/runtime-installed: deploy/requirements.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# DJANGO=6.1 puts another release over the locked one, to see what it brings.
$(VENV)/dev-installed: deploy/requirements-dev.txt | $(BIN)/python
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(if $(DJANGO),$(BIN)/pip install --quiet --disable-pip-version-check "django==$(DJANGO).*")
	@touch $@ $(VENV)/runtime-installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15) and "Slow Fuse needs Python 3.11 to 3.14; say which with: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
