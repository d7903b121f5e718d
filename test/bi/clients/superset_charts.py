"""Imports deploy/bi/superset, asks each chart and each time grain as Superset does, and prints the answers as JSON."""

import json
import os
import pathlib
import sys

from superset.app import create_app

app = create_app()
folder = pathlib.Path(sys.argv[1])
period = "2026-11-02T00:00:00 : 2026-11-16T00:00:00"
grains = {"hour": "PT1H", "day": "P1D", "week": "P1W", "month": "P1M", "quarter": "P3M", "year": "P1Y"}

with app.app_context():
    from flask import g
    from superset import db, security_manager
    from superset.commands.dashboard.importers.dispatcher import ImportDashboardsCommand
    from superset.commands.importers.v1.assets import ImportAssetsCommand
    from superset.common.chart_data import ChartDataResultFormat, ChartDataResultType
    from superset.common.query_context_factory import QueryContextFactory
    from superset.connectors.sqla.models import SqlaTable
    from superset.extensions import appbuilder
    from superset.models.dashboard import Dashboard
    from superset.models.slice import Slice

    appbuilder.add_permissions(update_perms=True)
    security_manager.sync_role_definitions()
    admin = security_manager.add_user("admin", "A", "B", "admin@example.com", security_manager.find_role("Admin"), "admin")
    g.user = admin
    contents = {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*.yaml")}
    database = "databases/Tallyhouse.yaml"
    place = {"127.0.0.1:8124/bi": "{BI_HOST}:{BI_PORT}/{BI_DATABASE}", "//analyst:": "//{BI_USER}:"}
    for shipped, own in place.items():
        contents[database] = contents[database].replace(shipped, own.format(**os.environ))
    contents = {path: text.replace("schema: bi\n", f"schema: {os.environ['BI_DATABASE']}\n") for path, text in contents.items()}
    # As a ZIP file under Dashboards, and as a folder.
    for command in (ImportDashboardsCommand, ImportAssetsCommand):
        command(contents, passwords={database: os.environ["BI_PASSWORD"]}).run()

    def ask(dataset, **query):
        context = QueryContextFactory().create(
            datasource={"id": dataset.id, "type": "table"},
            queries=[{"row_limit": 10000, "time_range": period, **query}],
            result_type=ChartDataResultType.FULL,
            result_format=ChartDataResultFormat.JSON,
            force=True,
        )
        answer = context.get_payload()["queries"][0]
        if answer.get("error"):
            raise RuntimeError(answer["error"])
        return answer["data"]

    site = {"col": "site_id", "op": "==", "val": "blog"}
    time = {"col": "time", "op": "TEMPORAL_RANGE", "val": period}

    def axis_by(grain):
        return {"timeGrain": grain, "columnType": "BASE_AXIS", "sqlExpression": "time", "label": "time", "expressionType": "SQL"}

    def over_time(dataset, metric, grain):
        rows = ask(dataset, columns=[axis_by(grain)], metrics=[metric], filters=[site, time], granularity="time")
        return sorted([row["time"], row[metric]] for row in rows)

    def chart(slice):
        form = json.loads(slice.params)
        metrics = form.get("metrics") or [form["metric"]]
        where = [one["sqlExpression"] for one in form["adhoc_filters"] if one["expressionType"] == "SQL"]
        rows = ask(slice.datasource, columns=form.get("groupby") or [], metrics=metrics, filters=[site, time], granularity="time", extras={"where": " AND ".join(where)})
        return [[row[name] for name in (form.get("groupby") or []) + metrics] for row in rows]

    def question(asked):
        dataset = datasets[asked["view"]]
        columns = asked["by"] + ([axis_by(grains[asked["grain"]])] if asked["grain"] else [])
        timed = {"filters": [site, time, *asked["filters"]], "granularity": "time"} if dataset.main_dttm_col else {"time_range": "No filter"}
        rows = ask(dataset, columns=columns, metrics=asked["metrics"], **timed)
        names = [one if isinstance(one, str) else one["label"] for one in columns + asked["metrics"]]
        return [[row[name] for name in names] for row in rows]

    datasets = {one.table_name: one for one in db.session.query(SqlaTable).all()}
    asked = {"pageviews": "pageviews", "sessions": "visits", "days": "pageviews_total"}
    print(
        json.dumps(
            {
                "grains": {view: {name: over_time(datasets[view], metric, grain) for name, grain in grains.items()} for view, metric in asked.items()},
                "charts": {one.slice_name: chart(one) for one in db.session.query(Slice).all()},
                "dashboards": [[one.dashboard_title, len(one.slices)] for one in db.session.query(Dashboard).all()],
                "questions": [question(asked) for asked in json.loads(sys.argv[2])],
            },
            default=str,
        )
    )
