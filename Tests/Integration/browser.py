"""A headless Chromium, driven by the DevTools protocol: `with Browser() as browser`.

Messages are JSON, each ended by a zero byte, on two pipes that Chromium has as 3 and 4.
"""

import json
import os
import select
import shutil
import subprocess
import tempfile

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    def __enter__(self):
        self.profile = tempfile.mkdtemp()
        its_input, our_output = os.pipe()
        our_input, its_output = os.pipe()
        # It asks nobody for anything: no name is resolved but that of this machine.
        options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-proxy-server",
            f"--user-data-dir={self.profile}", "--remote-debugging-pipe",
        ]
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{its_input} 4>&{its_output}', "sh", PROGRAM, *options],
            pass_fds=[its_input, its_output], stderr=subprocess.DEVNULL)
        os.close(its_input)
        os.close(its_output)
        self.input, self.output = os.fdopen(our_input, "rb", 0), os.fdopen(our_output, "wb")
        self.received, self.events, self.session, self.number = b"", [], None, 0
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log"]:
            self.call(f"{domain}.enable")
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()
        self.input.close()
        self.output.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def read(self):
        while b"\0" not in self.received:
            if not select.select([self.input], [], [], 60)[0]:
                raise TimeoutError("Chromium says nothing for a minute")
            data = self.input.read(1 << 20)
            if not data:
                raise EOFError("Chromium has ended")
            self.received += data
        message, _, self.received = self.received.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.output.write(json.dumps(message).encode() + b"\0")
        self.output.flush()
        while (answer := self.read()).get("id") != self.number:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def show(self, width, height, dark=False):
        """The size of the window, and whether the person likes it dark."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=width < 500)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, address):
        """Returns when the page and what it names are loaded."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def evaluate(self, expression):
        """The value of an expression in JavaScript; of a promise, what it comes to."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def complaints(self):
        """What the page's scripts and the browser have called an error since it was opened."""
        for event in self.events:
            told = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                yield told["exceptionDetails"].get("exception", {}).get("description", "exception")
            elif event.get("method") == "Runtime.consoleAPICalled" and told["type"] == "error":
                yield " ".join(str(each.get("value")) for each in told["args"])
            elif event.get("method") == "Log.entryAdded" and told["entry"]["level"] == "error":
                yield f"{told['entry']['text']} {told['entry'].get('url', '')}"
