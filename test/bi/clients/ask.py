"""Asks the queries that it reads, a zero byte between them, through clickhouse-connect, and prints their rows as JSON."""

import datetime
import json
import os
import sys

import clickhouse_connect


def text(value):
    is_time = isinstance(value, datetime.datetime)
    return value.replace(tzinfo=None).isoformat(" ", "milliseconds") if is_time else str(value)


client = clickhouse_connect.get_client(host="127.0.0.1", port=int(os.environ["BI_PORT"]), username=os.environ["BI_USER"], password=os.environ["BI_PASSWORD"], database="bi")
print(json.dumps([client.query(query).result_rows for query in sys.stdin.read().split("\0")], default=text))
