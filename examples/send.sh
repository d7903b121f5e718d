#!/bin/sh
# Sends a view of a page and a purchase in one request. With the key, a server says whose view it was: address and user agent.
# The ids of the view and the order make a repetition harmless, so curl may try again. -f: anything but a 2xx is a failure.
set -eu

curl -fsS --retry 3 "${TALLYHOUSE_INGEST:-http://127.0.0.1:3001}/api/ping" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '[
    {
      "site_id": "blog",
      "pageview_id": "view-curl-1",
      "url": "https://blog.example/pricing?utm_source=newsletter",
      "page_title": "Pricing",
      "ip": "203.0.113.7",
      "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"
    },
    {
      "site_id": "blog",
      "type": "event",
      "event": "Purchase",
      "event_id": "order-curl-1",
      "props": { "plan": "yearly" },
      "revenue": { "amount": "69.00", "currency": "EUR" }
    }
  ]'
