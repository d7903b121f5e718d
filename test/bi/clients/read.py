"""Reads the views with each client, and prints what it found as JSON."""

import json
import os

host = "127.0.0.1"
port, native_port = int(os.environ["BI_PORT"]), int(os.environ["BI_NATIVE_PORT"])
user, password = os.environ["BI_USER"], os.environ["BI_PASSWORD"]
reader_password = os.environ["BI_READER_PASSWORD"]
count = "select count(), uniqExact(visitor_id) from pageviews where site_id = 'blog'"


def connect():
    import clickhouse_connect

    client = clickhouse_connect.get_client(host=host, port=port, username=user, password=password, database="bi")
    sites = client.query("select site_id from pageviews where site_id = {site:String} limit 1", parameters={"site": "blog"})
    return {"counts": list(client.query(count).result_rows[0]), "views": sorted(name for (name,) in client.query("show tables").result_rows), "site": sites.result_rows[0][0]}


def frames():
    import clickhouse_connect

    return clickhouse_connect.get_client(host=host, port=port, username=user, password=password, database="bi", tz_mode="aware")


def pandas():
    views = frames().query_df("select visitor_id, entered_at from pageviews where site_id = 'blog'")
    return {"counts": [len(views), int(views["visitor_id"].nunique())], "zone": str(views["entered_at"].dt.tz)}


def polars():
    import polars

    views = polars.from_arrow(frames().query_arrow("select toString(visitor_id) as visitor, entered_at from pageviews where site_id = 'blog'"))
    return {"counts": [views.height, views["visitor"].n_unique()], "zone": views["entered_at"].dtype.time_zone}


def reflect(address):
    import sqlalchemy

    engine = sqlalchemy.create_engine(address)
    inspector = sqlalchemy.inspect(engine)
    views = sorted(set(inspector.get_table_names()) | set(inspector.get_view_names()))
    tables = [sqlalchemy.Table(name, sqlalchemy.MetaData(), autoload_with=engine) for name in views]
    with engine.connect() as connection:
        counts = list(connection.execute(sqlalchemy.text(count)).fetchone())
        for table in tables:
            connection.execute(sqlalchemy.select(table).limit(1)).fetchall()
    return {"counts": counts, "views": views, "columns": sum(len(table.columns) for table in tables)}


def sqlalchemy_of_connect():
    return reflect(f"clickhousedb://{user}:{password}@{host}:{port}/bi")


def sqlalchemy_http():
    return reflect(f"clickhouse+http://{user}:{password}@{host}:{port}/bi")


def native():
    from clickhouse_driver import Client

    client = Client(host, port=native_port, user="reader", password=reader_password, database="bi")
    return {"counts": list(client.execute(count)[0]), "views": sorted(name for (name,) in client.execute("show tables"))}


def sqlalchemy_native():
    return reflect(f"clickhouse+native://reader:{reader_password}@{host}:{native_port}/bi")


clients = [connect, pandas, polars, sqlalchemy_of_connect, sqlalchemy_http, native, sqlalchemy_native]
print(json.dumps({client.__name__: client() for client in clients}))
