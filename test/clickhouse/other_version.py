"""Another version of ClickHouse by HTTP, as far as tests ask it: the engine of chdb, which has no server and no users. Arguments: a port, and a folder."""

import gzip
import re
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

import chdb

folder = sys.argv[2]
# The engine ends with its last connection.
kept = chdb.connect(folder)
# They are for the transport, or for users.
not_settings = {"database", "query", "query_id", "default_format", "readonly", "wait_end_of_query", "enable_http_compression"}


def ran(asked, text, form):
    """Runs a query with the parameters and settings of its address. What follows an insert comes from a file."""
    connection = chdb.connect(folder)
    try:
        if "database" in asked:
            connection.query("use `" + asked["database"] + "`")
        for name in asked.keys() - not_settings:
            if not name.startswith("param_"):
                value = asked[name].replace("\\", "\\\\").replace("'", "\\'")
                connection.query(f"set {name} = '{value}'")
        parameters = {name[6:]: value for name, value in asked.items() if name.startswith("param_")}
        text = re.sub(r"\bdefiner = \S+ sql security definer\b", "", text)
        insert = re.fullmatch(r"(?is)(insert into \S+(?: \([^)]*\))?)[^\n]*\bformat\s+(\w+)\s*\n(.+)", text)
        with tempfile.NamedTemporaryFile("w") as data:
            if insert:
                data.write(insert[3])
                data.flush()
                text = f"{insert[1]} from infile '{data.name}' format {insert[2]}"
            return connection.query(text, form, params=parameters).bytes() or b""
    finally:
        connection.close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200, b"Ok.\n")

    def do_POST(self):
        asked = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        text = asked.get("query", "") + "\n" + self.body().decode()
        form = self.headers.get("X-ClickHouse-Format", "TabSeparated")
        try:
            content, status = ran(asked, text.strip(), form), 200
        except RuntimeError as error:
            content, status = re.sub(r"^(Code: \d+\. DB::Exception: )+(?=Code)", "", str(error)).encode(), 500
        self.answer(status, bytes(content))

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
        if status == 200 and "enable_http_compression=1" in self.path:
            content = gzip.compress(content)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
