"""Sends a view of a page and a purchase in one request. With the key, a server says whose view it was: address and user agent."""

import json
import os
import urllib.request

pings = [
    {
        "site_id": "blog",
        "pageview_id": "view-python-1",
        "url": "https://blog.example/pricing?utm_source=newsletter",
        "page_title": "Pricing",
        "ip": "203.0.113.9",
        "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
    },
    {
        "site_id": "blog",
        "type": "event",
        "event": "Purchase",
        "event_id": "order-python-1",
        "props": {"plan": "yearly"},
        "revenue": {"amount": "69.00", "currency": "EUR"},
    },
]

request = urllib.request.Request(
    os.environ.get("TALLYHOUSE_INGEST", "http://127.0.0.1:3001") + "/api/ping",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "application/json"},
    data=json.dumps(pings).encode(),
)
with urllib.request.urlopen(request, timeout=10) as response:  # raises on 4xx and 5xx; the ids make a repetition harmless
    print(response.read().decode())
