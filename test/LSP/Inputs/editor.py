"""An editor as fx-clang-lsp sees one: a client that holds texts as Python strings, whose places are
lines and UTF-16 code units, and waits for what it asks for."""
import json
import pathlib
import re
import subprocess

LINE_END = re.compile(r"\r\n|\n|\r")


def units(text):
    """How long a text is in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def position(text, offset):
    """The place of a character of a Python string."""
    ends = [end for end in LINE_END.finditer(text) if end.end() <= offset]
    begin = ends[-1].end() if ends else 0
    return {"line": len(ends), "character": units(text[begin:offset])}


def offset(text, place):
    """The character of a Python string that is at a place."""
    begins = [0] + [end.end() for end in LINE_END.finditer(text)]
    begin = begins[place["line"]]
    end = LINE_END.search(text, begin)
    line = text[begin:end.start() if end else len(text)].encode("utf-16-le", "surrogatepass")
    return begin + len(line[:2 * place["character"]].decode("utf-16-le"))


def lines(text):
    """The lines of a text without their ends."""
    return LINE_END.split(text)


class Editor:
    def __init__(self, command, settings=None):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.last_id = 0
        self.texts = {}
        self.versions = {}
        self.diagnostics = {}  # by file: the list, and the version that it is of
        self.messages = []
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {},
                                    "initializationOptions": settings or {}})
        self.notify("initialized", {})

    def close(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.server.stdin.close()
        return self.server.wait(60)

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last_id and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]

    def receive(self):
        length = 0
        while (line := self.server.stdout.readline().strip()) != b"":
            name, value = line.split(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length == 0:
            raise RuntimeError("the server has gone")
        message = json.loads(self.server.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"], params.get("version")
        elif message.get("method") == "window/showMessage":
            self.messages.append(message["params"]["message"])
        return message

    def open(self, file, text):
        uri = pathlib.Path(file).as_uri()
        self.texts[uri], self.versions[uri] = text, 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "cpp", "version": 1, "text": text}})
        return uri

    def close_file(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def edit(self, uri, begin, end, by):
        """Puts `by` in the place of the characters [begin, end) of the text."""
        self.edit_all(uri, [(begin, end, by)])

    def edit_all(self, uri, edits):
        """Each edit is (begin, end, by): `by` comes in the place of the characters [begin, end) of the text that
        the edits before it left. They are changes of one notification."""
        changes = []
        text = self.texts[uri]
        for begin, end, by in edits:
            changes.append({"range": {"start": position(text, begin), "end": position(text, end)}, "text": by})
            text = text[:begin] + by + text[end:]
        self.change(uri, text, changes)

    def change(self, uri, text, changes):
        """`text` is what the changes make of the one before."""
        self.texts[uri] = text
        self.versions[uri] += 1
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": changes})

    def hints(self, uri):
        """Those of the text as it is: [(line, character, label)]."""
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 1_000_000, "character": 0}}
        hints = self.request("textDocument/inlayHint",
                             {"textDocument": {"uri": uri}, "range": everything})
        return sorted((hint["position"]["line"], hint["position"]["character"], hint["label"])
                      for hint in hints)

    def wait(self, uri):
        """Until all that there is to show of the text as it is, in all modes, is shown."""
        self.request("fx-clang/wait", {"textDocument": {"uri": uri}})

    def worker(self):
        """The process that traces; None before the first trace."""
        tasks = pathlib.Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text()
        children = [int(child) for child in tasks.split()]
        return children[0] if children else None
