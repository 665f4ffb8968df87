# Tableside. `make` alone says what there is.
# A fresh Debian or Raspberry Pi OS with python3, git and make is enough: the rest is fetched.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help check again test run setup play bench gallery soak pi hardware translations lock

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
# The build tool is locked like everything else, so nothing is fetched behind pip's back.
INSTALL := $(PIP) install --quiet --constraint requirements.lock --no-build-isolation --editable
RP2_STUBS := micropython-rp2-stubs==1.29.0.post1 micropython-stdlib-stubs==1.29.0.post2
DEBIAN_TEST := chromium fonts-dejavu-core graphviz openscad \
  qemu-system-arm gcc-aarch64-linux-gnu device-tree-compiler kmod cpio xz-utils
game ?= king_sphinx
seats ?= jason,billy

help:  ## what there is
	@sed -n 's/^\([a-z]*\):.*  ## /\1\t/p' Makefile | expand -t 14

run: .venv/ready  ## a whole table on this computer, nothing to buy: make run ARGS="--port 8080"
	@exec $(BIN)/tableside run --sim $(ARGS)

test: .venv/ready-to-test .venv/debian  ## everything CI runs
	@$(MAKE) --no-print-directory check

check: .venv/ready-to-test  ## the same, without looking for Debian packages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini
	$(BIN)/lint-imports
	$(BIN)/pytest --quiet --numprocesses auto --dist loadfile || make --no-print-directory again

# Browsers and a virtual Pi share the machine with whatever else runs on it. What failed is named
# above and has one more chance, alone; whatever needs it is a fault of ours to mend.
again: .venv/ready-to-test  ## only the tests that failed the last time
	@echo "*** Once more, alone: what has failed."
	$(BIN)/pytest --quiet --last-failed --last-failed-no-failures none

setup: .venv/ready  ## build .venv and no more

play: .venv/ready  ## a game in this terminal: make play game=king_sphinx seats=jason,billy
	@$(BIN)/tableside play $(game) --seats $(seats)

bench: .venv/ready-to-test  ## how fast it is; the last line is JSON
	@$(BIN)/python -m tests.bench

gallery: .venv/ready-to-test .venv/debian  ## pictures of every screen in every state, to leaf through
	@$(BIN)/python -m tests.browser.gallery

soak: .venv/ready-to-test .venv/debian  ## the long tests
	$(BIN)/pytest --quiet -m soak

hardware: .venv/ready-to-test .venv/debian  ## draw wiring, sheets and printed parts anew
	@$(BIN)/python hardware/draw.py

translations: .venv/ready  ## gather every text, bring the languages up to date, compile them
	@$(BIN)/python -m web.catalogue

pi: .venv/ready-to-test .venv/debian  ## the tests in the virtual Pi alone
	$(BIN)/pytest --quiet tests/pi_vm

lock: .venv/ready-to-test  ## write requirements.lock anew from pyproject.toml
	echo "setuptools>=77" | $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --all-extras --no-emit-index-url --no-annotate --no-header pyproject.toml - -o requirements.lock

# -- what the above stand on; each is made once and again when what it is made from changes

# The first python3 that is new enough, and whether Debian's module for environments is there.
define FIND_PYTHON
for python in "$$(command -v python3 || true)" /usr/bin/python3 /usr/bin/python3.1[123]; do
  [ -x "$$python" ] && "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' && break
  python=
done
if [ -z "$$python" ]; then
  echo "Tableside needs Python 3.11 or newer; this machine has $$(python3 --version 2>&1 || true)." >&2
  echo "Raspberry Pi OS and Debian have it from version 12 (bookworm) on." >&2
  exit 1
fi
endef

define APT
apt_install() {
  local sudo=
  if [ "$$(id -u)" != 0 ]; then sudo="$$(command -v sudo || true)"; [ -n "$$sudo" ] || return 1; fi
  $$sudo apt-get update --quiet=2 -o Acquire::Retries=3 </dev/null
  $$sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -o Acquire::Retries=3 --yes --quiet=2 --no-install-recommends "$$@" </dev/null >/dev/null
}
endef

export FIND_PYTHON APT

.venv/pip:
	@eval "$$FIND_PYTHON"; eval "$$APT"
	if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then
	  apt_install python3-venv || { echo "Please: sudo apt-get install python3-venv" >&2; exit 1; }
	fi
	echo "Making .venv with $$("$$python" --version)"
	"$$python" -m venv --clear .venv
	touch $@

.venv/ready: .venv/pip pyproject.toml requirements.lock
	@echo "Installing Tableside into .venv"
	$(PIP) install --quiet --constraint requirements.lock setuptools
	on_pi=; grep -qs Raspberry /proc/device-tree/model && on_pi='[pi]' || true
	$(INSTALL) ".$$on_pi"
	$(BIN)/python -m compileall -q companion web
	touch $@

.venv/ready-to-test: .venv/ready | .venv/rp2-stubs
	@echo "Installing what the tests need into .venv"
	$(INSTALL) '.[dev]'
	touch $@

# MicroPython's types, which would hide Python's own if they were installed beside the rest.
.venv/rp2-stubs: .venv/pip Makefile
	@rm -rf $@
	$(PIP) install --quiet --no-deps --target $@ $(RP2_STUBS)
	touch $@

.venv/debian: .venv/pip Makefile
	@eval "$$APT"
	missing=
	for package in $(DEBIAN_TEST); do
	  [ "$$(dpkg-query --show --showformat='$${db:Status-Status}' "$$package" 2>/dev/null || true)" = installed ] || missing+=" $$package"
	done
	if [ -n "$$missing" ]; then
	  echo "Installing Debian's$$missing"
	  if ! apt_install $$missing; then
	    echo "*** They could not be installed. Please: sudo apt-get install$$missing" >&2
	    [ "$${CI:-}" = true ] && exit 1
	    echo "*** Without them some tests are skipped." >&2
	    exit 0
	  fi
	fi
	touch $@

.ONESHELL:
