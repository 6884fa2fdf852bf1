"""Imported by every Python of a program that `antechamber run` started, before its own code.

It leads the platform's names to the service where sockets connect, and refuses what would reach the
platform otherwise. It stands alone, and runs on the versions of Python that bots use.
"""

import importlib.machinery
import importlib.util
import ipaddress
import json
import os
import socket
import subprocess
import sys
import traceback


def _is_guarded(rules, host):
    if isinstance(host, (bytes, bytearray)):
        host = bytes(host).decode("ascii", "replace")
    if not isinstance(host, str):
        return False
    name = host.lower().rstrip(".")
    return any(name == domain or name.endswith("." + domain) for domain in rules["domains"])


def _callers():
    """The nearest caller, and the nearest outside of libraries: `file:line`."""
    places = [
        (frame.filename, frame.lineno)
        for frame in reversed(traceback.extract_stack())
        if frame.filename != __file__ and not frame.filename.startswith("<")
    ]

    def is_library(file):
        return "site-packages" in file or "dist-packages" in file or "/lib/python" in file

    def shown(place):
        file, line = place
        inside = os.path.relpath(file)
        return "%s:%s" % (file if inside.startswith("..") else inside, line)

    own = next((place for place in places if not is_library(place[0])), None)
    nearest = places[:1]
    if own is not None and own not in nearest:
        nearest = nearest + [own]
    return [shown(place) for place in nearest]


def _install(rules):
    networks = [ipaddress.ip_network(network) for network in rules["networks"]]
    address = rules["address"]
    front = (rules["front"]["host"], rules["front"]["port"])
    inherited = [*rules["inherited"], *rules["proxy"]]
    getaddrinfo = socket.getaddrinfo
    gethostbyname = socket.gethostbyname
    connect = socket.socket.connect
    connect_ex = socket.socket.connect_ex

    def is_platform(host):
        try:
            parsed = ipaddress.ip_address(host)
        except ValueError:
            return False
        parsed = getattr(parsed, "ipv4_mapped", None) or parsed
        return any(parsed in network for network in networks if network.version == parsed.version)

    def refuse(host, port):
        url = "https://%s/" % host if port == 443 else "%s:%s" % (host, port)
        with open(rules["reports"], "a", encoding="utf-8") as reports:
            reports.write(json.dumps({"url": url, "frames": _callers()}) + "\n")
        raise ConnectionRefusedError(
            "prevented: %s is not to be reached by this run of antechamber" % url
        )

    def routed(target):
        if not isinstance(target, tuple) or len(target) < 2:
            return target
        host, port = target[0], target[1]
        if (host == address or _is_guarded(rules, host)) and port in rules["ports"]:
            return front
        if _is_guarded(rules, host) or is_platform(host):
            refuse(host, port)
        return target

    def guarded_getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
        if not _is_guarded(rules, host):
            return getaddrinfo(host, port, family, type, proto, flags)
        # An address that stands for the name; a socket of another family could not connect to it.
        return getaddrinfo(address, port, socket.AF_INET, type, proto, 0)

    def guarded_gethostbyname(host):
        return address if _is_guarded(rules, host) else gethostbyname(host)

    popen = subprocess.Popen.__init__

    def guarded_popen(self, *args, **options):
        # Children are redirected too, whatever environment they are given.
        if options.get("env") is not None:
            ours = {name: os.environ[name] for name in inherited if name in os.environ}
            options["env"] = {**ours, **options["env"]}
        popen(self, *args, **options)

    subprocess.Popen.__init__ = guarded_popen
    socket.getaddrinfo = guarded_getaddrinfo
    socket.gethostbyname = guarded_gethostbyname
    socket.socket.connect = lambda self, target: connect(self, routed(target))
    socket.socket.connect_ex = lambda self, target: connect_ex(self, routed(target))


def _run_next():
    """Another sitecustomize, which this one stands in front of, has its turn as well."""
    here = os.path.dirname(os.path.abspath(__file__))
    others = [folder for folder in sys.path if os.path.abspath(folder or ".") != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


if os.environ.get("ANTECHAMBER_REDIRECT"):
    _install(json.loads(os.environ["ANTECHAMBER_REDIRECT"]))
if os.environ.get("ANTECHAMBER_TIME"):
    import antechamber_time

    antechamber_time.follow(json.loads(os.environ["ANTECHAMBER_TIME"]))
_run_next()
