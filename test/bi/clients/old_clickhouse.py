"""ClickHouse 25.8 by HTTP, as far as tests ask it: the engine of chdb, which has no server and no users. Arguments: a port, and a folder."""

import re
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from chdb.session import Session

session = Session(sys.argv[2])
one_at_a_time = threading.Lock()
# They are for the transport, or for users.
not_settings = {"database", "query", "query_id", "default_format", "readonly", "max_execution_time", "enable_http_compression"}


def ran(asked, text):
    """Runs a query with the parameters and settings of its address. What follows an insert comes from a file."""
    if "database" in asked:
        session.query(f"use {asked['database']}")
    for name in asked.keys() - not_settings:
        value = asked[name].replace("\\", "\\\\").replace("'", "\\'")
        session.query(f"set {name} = '{value}'")
    text = re.sub(r"\bdefiner = \S+ sql security definer\b", "", text)
    insert = re.fullmatch(r"(?is)(insert into \S+(?: \([^)]*\))?)[^\n]*\bformat\s+(\w+)\s*\n(.+)", text)
    with tempfile.NamedTemporaryFile("w") as data:
        if insert:
            data.write(insert[3])
            data.flush()
            text = f"{insert[1]} from infile '{data.name}' format {insert[2]}"
        return session.query(text, "TabSeparated").bytes() or b""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, b"Ok.\n")

    def do_POST(self):
        asked = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        text = asked.get("query", "") + "\n" + self.body().decode()
        with one_at_a_time:
            try:
                self.answer(200, bytes(ran(asked, text.strip())))
            except RuntimeError as error:
                self.answer(500, re.sub(r"^(Code: \d+\. DB::Exception: )+(?=Code)", "", str(error)).encode())

    def body(self):
        if "content-length" in self.headers:
            return self.rfile.read(int(self.headers["content-length"]))
        read = b""
        while size := int(self.rfile.readline(), 16):
            read += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return read

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("X-ClickHouse-Server-Display-Name", "chdb")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
