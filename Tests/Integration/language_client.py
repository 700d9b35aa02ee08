"""A client of the language server for scenes: it frames messages, keeps its own text, and counts in
UTF-16 as the protocol has it."""

import json
import os
import pathlib
import queue
import subprocess
import threading
import time
import urllib.parse

# What most editors can do; scenes add to it or take away from it.
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-8", "utf-16"]},
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True, "versionSupport": True, "codeDescriptionSupport": True,
            "dataSupport": True, "tagSupport": {"valueSet": [1, 2]},
        },
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source"]}},
            "isPreferredSupport": True, "disabledSupport": True, "dataSupport": True,
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}, "workspaceFolders": True},
}


def uri(path):
    return pathlib.Path(path).absolute().as_uri()


def path_of(uri):
    return urllib.parse.unquote(urllib.parse.urlparse(uri).path)


class Server:
    """The server as a process, and all that it has sent."""

    def __init__(self, *arguments, tool=None, folder=None, **environment):
        self.process = subprocess.Popen(
            [tool or os.environ["TOOL"], "language-server", *arguments], cwd=folder,
            env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.arrivals = queue.Queue()
        self.sent = {}  # methods, by id
        self.received = []
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while line := stream.readline().strip():
                name, value = line.split(b":")
                assert name == b"Content-Length", line
                length = int(value)
            if length is None:
                break
            body = stream.read(length)
            self.arrivals.put((time.perf_counter(), json.loads(body.decode())))
        self.arrivals.put((time.perf_counter(), None))

    # What is sent

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message, ensure_ascii=False).encode()
        self.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def ask(self, method, params=None):
        """Sends a request and returns its id."""
        self._number += 1
        self.sent[self._number] = method
        message = {"jsonrpc": "2.0", "id": self._number, "method": method}
        self.send(message | ({} if params is None else {"params": params}))
        return self._number

    # What arrives

    def next(self, is_wanted, timeout=120):
        """The next message that is wanted, in order; those before it are passed over."""
        end = time.monotonic() + timeout
        while True:
            left = end - time.monotonic()
            if left < 0:
                raise TimeoutError
            try:
                self.time, message = self.arrivals.get(timeout=left)
            except queue.Empty:
                raise TimeoutError from None
            if message is None:
                raise EOFError(f"the server ended; {self.process.stderr.read().decode()}")
            self.received.append(message)
            if "id" in message and "method" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            if is_wanted(message):
                return message

    def notification(self, method, is_wanted=lambda params: True, timeout=120):
        return self.next(
            lambda m: m.get("method") == method and is_wanted(m.get("params", {})), timeout
        ).get("params")

    def answer(self, number, timeout=120):
        return self.next(lambda m: "method" not in m and m.get("id") == number, timeout)

    def request(self, method, params=None, timeout=120):
        return self.answer(self.ask(method, params), timeout).get("result")

    def silence(self):
        """All that arrives until the server has nothing more to do."""
        seen = len(self.received)
        self.request("textDocument/hover", {
            "textDocument": {"uri": "file:///nowhere.swift"},
            "position": {"line": 0, "character": 0},
        })
        return self.received[seen:]

    # A session

    def initialize(self, folder=None, capabilities=None, **others):
        params = {
            "processId": os.getpid(), "capabilities": capabilities or CAPABILITIES,
            "rootUri": folder and uri(folder),
            "workspaceFolders": folder and [{"uri": uri(folder), "name": "folder"}],
        }
        result = self.request("initialize", params | others)
        self.notify("initialized")
        return result

    def open(self, path, text, version=1, language="swift"):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": path if ":" in str(path) else uri(path), "languageId": language,
            "version": version, "text": text,
        }})

    def change(self, path, version, *changes):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri(path), "version": version},
            "contentChanges": list(changes),
        })

    def published(self, path, version=None, timeout=120):
        """The diagnostics that are published next for a file, or for this version of it."""
        return self.notification(
            "textDocument/publishDiagnostics",
            lambda p: p["uri"] == (path if ":" in str(path) else uri(path))
            and (version is None or p.get("version") == version),
            timeout)["diagnostics"]

    def end(self):
        """The exit status after a proper end."""
        self.request("shutdown")
        self.notify("exit")
        return self.process.wait(20)


class Text:
    """A client's own text: UTF-16, in which lines end with LF, CRLF or CR."""

    def __init__(self, text):
        self.units = text.encode("utf-16-le")

    def __str__(self):
        return self.units.decode("utf-16-le")

    def lines(self):
        """Where each line starts and ends, without its end, in code units."""
        units, lines, start, index = memoryview(self.units).cast("H"), [], 0, 0
        while index < len(units):
            if units[index] in (10, 13):
                lines.append((start, index))
                if units[index] == 13 and index + 1 < len(units) and units[index + 1] == 10:
                    index += 1
                start = index + 1
            index += 1
        return lines + [(start, len(units))]

    def offset(self, position):
        start, end = self.lines()[position["line"]]
        return min(start + position["character"], end)

    def some_range(self, choices):
        def place():
            lines = self.lines()
            line = choices.randrange(len(lines))
            start, end = lines[line]
            offset = choices.randint(start, end)
            units = memoryview(self.units).cast("H")
            if offset < end and 0xDC00 <= units[offset] < 0xE000:
                offset -= 1
            return {"line": line, "character": offset - start}
        one, other = sorted([place(), place()], key=lambda p: (p["line"], p["character"]))
        return {"start": one, "end": other}

    def apply(self, edit):
        start = self.offset(edit["range"]["start"])
        end = self.offset(edit["range"]["end"])
        new = edit.get("newText", edit.get("text")).encode("utf-16-le")
        self.units = self.units[:2 * start] + new + self.units[2 * end:]

    def apply_all(self, edits):
        """Applies edits that were made for the same text."""
        def place(edit):
            start = edit["range"]["start"]
            return start["line"], start["character"]
        for edit in sorted(edits, key=place, reverse=True):
            self.apply(edit)
