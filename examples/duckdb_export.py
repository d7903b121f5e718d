"""Fetches the pageviews of 30 days as Parquet, and asks DuckDB about them. Needs: pip install duckdb

For a folder of everything that is kept up to date, see docs/guides/lake.md.
"""

import os
import shutil
import urllib.request

import duckdb

request = urllib.request.Request(
    os.environ.get("TALLYHOUSE_URL", "http://127.0.0.1:3000") + "/api/v1/export/pageviews?period=30d&format=parquet",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
)
with urllib.request.urlopen(request) as response, open("pageviews.parquet", "wb") as file:
    shutil.copyfileobj(response, file)  # streamed: its size does not matter

question = "select page_path, count(*) as views from 'pageviews.parquet' group by all order by views desc limit 10"
for page_path, views in duckdb.sql(question).fetchall():
    print(f"{views} views: {page_path}")
