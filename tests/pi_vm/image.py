"""What the virtual Pi is made of: a kernel with gpio-sim, a small Debian, the program's packages.

Everything comes from Debian's mirror and the Python index that this machine already uses, and is
kept outside the checkout: the first time takes a minute, then nothing. Two layers are made side by
side, each an archive that the kernel unpacks into memory when the Pi starts.
"""

from __future__ import annotations

import fcntl
import hashlib
import lzma
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tests.tools import ROOT

CACHE = Path(os.environ.get("TABLESIDE_PI_VM") or Path.home() / ".cache" / "tableside-pi-vm")
PROGRAMS = {
    "qemu-system-aarch64": "qemu-system-arm",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "make": "make",
    "depmod": "kmod",
    "fdtput": "device-tree-compiler",
    "cpio": "cpio",
    "xz": "xz-utils",
    "apt-get": "apt",
}
"""What this machine needs, and Debian's package of it."""
BESIDE = ("lgpio", "rpi-lgpio==0.6", "pytest")
"""What the Pi has beside the program: both pin libraries, and what runs the tests there."""
MODULES = ("configfs", "dummy_hcd", "libcomposite", "usb_f_acm", "cdc_acm")
DTB = {"linux,revision": ("x", "b03114"), "model": ("s", "Raspberry Pi 4 Model B Rev 1.4")}
TRIES = 4


class Unbuildable(Exception):
    """Why there is no virtual Pi, and what to do."""


def layers() -> tuple[Path, Path]:
    """The kernel's layer and Debian's, made if they are not there; `Unbuildable` says why not."""
    if lacking := sorted({deb for name, deb in PROGRAMS.items() if shutil.which(name) is None}):
        raise Unbuildable(f"run `sudo apt-get install {' '.join(lacking)}`")
    release = platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    made_of = [release, Path(__file__).read_text()]
    pins = packages()
    with a_folder() as folder, ThreadPoolExecutor(2) as both:
        apt = Apt(folder, release)
        kernel = both.submit(layer, "kernel", made_of, lambda new: make_kernel(new, apt))
        debian = both.submit(
            layer, "debian", [*made_of, *pins], lambda new: make_debian(new, apt, pins)
        )
        return kernel.result(), debian.result()


def layer(name: str, made_of: list[str], make: Callable[[Path], None]) -> Path:
    """The folder of a layer, made once for what it is made of; older ones go."""
    key = hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:12]
    done = CACHE / f"{name}-{key}"
    with locked(name):
        if not done.is_dir():
            new = CACHE / f"{name}.new"
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir()
            make(new)
            for old in CACHE.glob(f"{name}-*"):
                shutil.rmtree(old)
            new.rename(done)
    return done


@contextmanager
def a_folder() -> Iterator[Path]:
    """A folder beside the layers for what is needed meanwhile."""
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            yield Path(folder)
    except OSError as error:
        raise Unbuildable(
            f"{CACHE} cannot be written ({error}): set TABLESIDE_PI_VM to a folder"
        ) from error


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Make each layer once, however many want it."""
    with (CACHE / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# -- the kernel


def make_kernel(new: Path, apt: Apt) -> None:
    """The kernel, the modules in the order they need, and the Pi's device tree."""
    image = apt.depends("linux-image-arm64", r"linux-image-\S+-arm64")
    version = image.removeprefix("linux-image-")
    headers = f"linux-headers-{version}"
    common = apt.depends(headers, r"linux-headers-\S+-common\S*")
    kbuild = apt.depends(headers, r"linux-kbuild-\S+")
    source = apt.depends("linux-source", r"linux-source-\S+")
    debs = apt.download(image, headers, common, f"{kbuild}:", source, "busybox-static")
    top, work = new / "top", new / "work"
    for deb in debs:
        if not deb.name.startswith("linux-source"):
            run("dpkg-deb", "-x", deb, work)
    shutil.copy(work / f"boot/vmlinuz-{version}", new / "vmlinuz")
    gpio_sim = make_gpio_sim(work, next(d for d in debs if d.name.startswith("linux-source")))
    order = []
    run("depmod", "-b", work, version)
    (top / "mod").mkdir(parents=True)
    for name in MODULES:
        shown = run("modprobe", "-d", work, "-S", version, "--show-depends", name)
        for path in map(Path, re.findall(r"^insmod (\S+)", shown, re.MULTILINE)):
            module = path.name.partition(".")[0] + ".ko"
            data = path.read_bytes()
            (top / "mod" / module).write_bytes(
                lzma.decompress(data) if path.suffix == ".xz" else data
            )
            order += [] if module in order else [module]
    run("aarch64-linux-gnu-strip", "-g", gpio_sim, "-o", top / "mod/gpio-simx.ko")
    (top / "mod/order").write_text("\n".join([*order, "gpio-simx.ko\n"]))
    shutil.copy(work / "bin/busybox", top / "busybox")
    pack(top, new / "layer.cpio")
    make_tree(new / "pi.dtb")
    for used in (top, work):
        shutil.rmtree(used)


def make_gpio_sim(work: Path, source: Path) -> Path:
    """The module that Debian leaves out, from Debian's own source.

    Two lines of it are changed. Its interrupts go the way that modules may go. And a finger is
    stronger than a resistor: a line that is pulled down stays down when a program pulls it up.
    """
    folder = work / "gpio-sim"
    folder.mkdir()
    name = source.name.partition("_")[0]
    wanted = ["drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c"]
    run(
        *("sh", "-c", UNPACK, "unpack", source, f"./usr/src/{name}.tar.xz", folder),
        *(f"{name}/{path}" for path in wanted),
    )
    change(
        folder / "irq_sim.c",
        r"handle_simple_irq\(irq_to_desc\((\w+)\)\)",
        r"generic_handle_irq(\1)",
    )
    change(
        folder / "gpio-sim.c",
        r"(PIN_CONFIG_BIAS_PULL_UP:\s+return) gpio_sim_apply_pull\(.*?\)",
        r"\1 0",
    )
    (folder / "Kbuild").write_text(
        "obj-m := gpio-simx.o\ngpio-simx-y := gpio-sim.o irq_sim.o\nccflags-y += -I$(src)\n"
    )
    headers = next((work / "usr/src").glob("linux-headers-*-arm64"))
    change(headers / "Makefile", r"/usr/src", f"{work}/usr/src")
    run(
        *("make", "-s", "-C", headers, "ARCH=arm64", "CROSS_COMPILE=aarch64-linux-gnu-"),
        *(f"M={folder}", "modules"),
    )
    return folder / "gpio-simx.ko"


UNPACK = """
deb=$1 tar=$2 folder=$3; shift 3
dpkg-deb --fsys-tarfile "$deb" | tar -xOf - "$tar" |
  tar -xJf - -C "$folder" --strip-components=3 --occurrence=1 "$@"
"""


def change(path: Path, old: str, new: str) -> None:
    text, count = re.subn(old, new, path.read_text())
    if not count:
        raise Unbuildable(f"this kernel's {path.name} is another: see {Path(__file__).name}")
    path.write_text(text)


def make_tree(dtb: Path) -> None:
    """QEMU's own board, said to be a Pi; without its own pins, so that gpio-sim has the first."""
    run("qemu-system-aarch64", *BOARD, "-machine", f"dumpdtb={dtb}", "-display", "none")
    run("fdtput", "-r", dtb, "/gpio-keys", "/pl061@9030000")
    run("fdtput", "-c", dtb, "/system")
    for name, (kind, value) in DTB.items():
        run("fdtput", "-t", kind, dtb, "/" if name == "model" else "/system", name, value)


BOARD = (
    *("-machine", "virt", "-cpu", "cortex-a72", "-smp", "1", "-m", "1024"),
    *("-nodefaults", "-nic", "none"),
)


# -- Debian with Python, and the program's packages


def make_debian(new: Path, apt: Apt, pins: list[str]) -> None:
    """A Python of the same release, and every wheel that the program needs."""
    top = new / "top"
    top.mkdir()
    for deb in apt.with_all_it_needs("python3"):
        run("dpkg-deb", "-x", deb, top)
    for name in ("bin", "lib", "sbin"):
        if not (top / name).exists():
            (top / name).symlink_to(f"usr/{name}")
    for useless in ("doc", "man", "locale", "info"):
        shutil.rmtree(top / "usr/share" / useless, ignore_errors=True)
    version = (top / "usr/bin/python3").readlink().name.removeprefix("python")
    platforms = [f"manylinux{year}_aarch64" for year in ("2014", "_2_17", "_2_28", "_2_34")]
    retry(
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"),
        *("--quiet", "--no-deps", "--only-binary=:all:", "--target", top / "opt/pkgs"),
        *("--python-version", version, "--implementation", "cp"),
        *(word for name in platforms for word in ("--platform", name)),
        *pins,
    )
    compile_for(version, top, "usr/lib", "opt/pkgs")
    (new / "python").write_text(version)
    pack(top, new / "layer.cpio")
    shutil.rmtree(top)


def packages() -> list[str]:
    """The program's packages and what they need, each at the version that is locked."""
    lock = dict(
        re.findall(r"^(\S+)==(\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    )
    found: dict[str, str] = {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*map(Requirement, (*project["dependencies"], *BESIDE))]
    while wanted:
        one = wanted.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        if name in found or not (one.marker is None or one.marker.evaluate({"extra": ""})):
            continue
        found[name] = f"{name}=={lock[name]}" if name in lock else str(one)
        try:
            wanted += map(Requirement, metadata.requires(name) or ())
        except metadata.PackageNotFoundError:
            continue
    return sorted(found.values())


def compile_for(version: str, top: Path, *folders: str) -> None:
    """Compile ahead, if this machine has the same Python: the Pi starts in a third of the time."""
    same = (
        sys.executable
        if sys.version.startswith(f"{version}.")
        else shutil.which(f"python{version}")
    )
    if same:
        run(
            same, "-m", "compileall", "-q", "-s", top, *(top / name for name in folders), fails=True
        )


# -- what all of it stands on


class Apt:
    """An apt of its own for arm64: this machine's packages are left alone."""

    def __init__(self, folder: Path, release: str) -> None:
        self.folder, self.release = folder, release
        self.options: list[str] = []
        self._one_at_a_time = threading.Lock()

    def depends(self, package: str, pattern: str) -> str:
        """The package that another stands for."""
        told = self._apt("apt-cache", "depends", package)
        found = re.search(rf"Depends: ({pattern})$", told, re.MULTILINE)
        if found is None:
            raise Unbuildable(f"Debian's {package} names no {pattern}")
        return found[1]

    def download(self, *names: str) -> list[Path]:
        """These packages alone. `linux-kbuild-6.1:` with a colon is the one for this machine."""
        names = tuple(f"{name}{self.here}" if name[-1] == ":" else name for name in names)
        self._apt("apt-get", "download", "--quiet=2", *names)
        return sorted(self.folder.glob("*.deb"))

    def with_all_it_needs(self, name: str) -> list[Path]:
        """A package and whatever it depends on."""
        self._apt("apt-get", "install", "--yes", "--download-only", "--quiet=2", name)
        return sorted((self.folder / "cache/archives").glob("*.deb"))

    def _apt(self, program: str, *words: str) -> str:
        with self._one_at_a_time:
            if not self.options:
                self._prepare()
            return retry(program, *self.options, *words, cwd=self.folder)

    def _prepare(self) -> None:
        self.here = run("dpkg", "--print-architecture").strip()
        for part in ("lists/partial", "cache/archives/partial"):
            (self.folder / part).mkdir(parents=True)
        (self.folder / "status").touch()
        (self.folder / "sources.list").write_text(self._sources())
        settings = {
            "Dir::Etc::SourceList": self.folder / "sources.list",
            "Dir::Etc::SourceParts": "/dev/null",
            "Dir::State": self.folder,
            "Dir::State::status": self.folder / "status",
            "Dir::Cache": self.folder / "cache",
            "Dir::Cache::pkgcache": "pkgcache.bin",
            "Dir::Cache::srcpkgcache": "srcpkgcache.bin",
            "APT::Architecture": "arm64",
            "APT::Architectures::": self.here,
            "APT::Sandbox::User": "",
            "APT::Install-Recommends": "false",
            "Acquire::Languages": "none",
            "Acquire::Retries": TRIES,
            "Debug::NoLocking": "true",
        }
        options = [f"-o{name}={value}" for name, value in settings.items()]
        retry("apt-get", *options, "update", "-oAPT::Update::Error-Mode=any")
        self.options = options

    def _sources(self) -> str:
        """The mirror that this machine already uses, for this release."""
        fields = "$(ORIGIN) $(COMPONENT) $(CODENAME) $(REPO_URI) $(RELEASE)"
        told = run("apt-get", "indextargets", "--format", fields, "Created-By: Packages")
        key = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
        trust = f" signed-by={key}" if key.exists() else ""
        ours = rf"^Debian main {self.release}(?:-security|-updates)? (\S+) (\S+)$"
        lines = {
            f"deb [arch=arm64,{self.here}{trust}] {uri} {suite} main"
            for uri, suite in re.findall(ours, told, re.MULTILINE)
        }
        if not self.release or not lines:
            raise Unbuildable(
                "it needs Debian's own mirror among the sources of apt: `sudo apt-get update`"
            )
        return "\n".join(sorted(lines)) + "\n"


def pack(top: Path, archive: Path) -> None:
    """A folder as the kernel unpacks it."""
    pack_it = "find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0 > {}"
    run("sh", "-c", pack_it.format(shlex.quote(str(archive))), cwd=top)


def run(*words: str | Path, cwd: Path | None = None, fails: bool = False) -> str:
    """What a command prints; `Unbuildable` with its last words if it fails."""
    told = subprocess.run(
        list(map(str, words)), cwd=cwd, capture_output=True, text=True, check=False
    )
    if told.returncode and not fails:
        last = "\n".join((told.stderr or told.stdout).strip().splitlines()[-8:])
        raise Unbuildable(f"`{shlex.join(map(str, words[:6]))} ...` failed:\n{last}")
    return told.stdout


def retry(*words: str | Path, cwd: Path | None = None) -> str:
    """The same for what comes over a network: a mirror may hiccup."""
    for pause in range(1, TRIES):
        try:
            return run(*words, cwd=cwd)
        except Unbuildable:
            time.sleep(5 * pause)
    return run(*words, cwd=cwd)


if __name__ == "__main__":
    print(*layers())  # noqa: T201
