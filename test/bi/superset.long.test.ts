/** Superset with the datasets, charts and dashboard of deploy/bi/superset. pip installs it into .cache. */
import { resolve } from 'node:path';
import { forAllTests } from '../api/shared-service.ts';
import { installPython } from '../harness/python.ts';
import { run } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { byWeek, comparable, filtered, modelled, pageQuestions } from './page-questions.ts';
import { rowsOf, startForTools } from './tools.ts';

/** Three are dependencies that it does not declare. */
const undeclared = ['rich', 'cachetools', 'flask-caching<2.4'];
const packages = ['apache-superset==6.1.0', ...undeclared, 'clickhouse-connect==1.12.0'];

const folder = folderOfFile()();
const tools = forAllTests(startForTools);
let found: {
  grains: Record<string, Record<string, [time: string, value: number][]>>;
  charts: Record<string, unknown[][]>;
  dashboards: [title: string, charts: number][];
  questions: unknown[][][];
};

const custom = (expression: string) => ({
  expressionType: 'SQL',
  sqlExpression: expression,
  label: expression.replace(/\W+/g, '_'),
});

/** Questions that need custom SQL in a chart's dimensions or metrics. */
const customized: [question: number, view: string, by: unknown[], metrics: unknown[], columns?: number[]][] =
  [
    [14, 'pageviews', ['device_type'], [custom('quantileExact(0.5)(focus_time_ms)')]],
    [15, 'sessions', ['device_type'], [custom('quantileExact(0.9)(duration_ms)')]],
    [16, 'pageviews', ['page_path'], [custom('100 * countIf(scroll_depth >= 75) / count()')]],
    [17, 'pageviews', [custom("toHour(toTimeZone(entered_at, 'Asia/Kolkata'))")], ['pageviews']],
    [19, 'sessions', ['source'], ['visits', custom('countIf(pageviews > 3)')]],
    [24, 'events', [custom("props['plan']")], ['events']],
    [25, 'pings_hourly', ['outcome', 'reason'], ['pings_total']],
    [26, 'sites', ['site_id'], [custom('max(last_ping_at)')]],
  ];

/** Questions as a chart's editor sends them. */
const charted = [...modelled, ...customized].map(([question, view, by, metrics, columns]) => {
  const [col, operator, val] = filtered[question] ?? [];
  const op = operator === 'equals' ? '==' : '!=';
  const filters = col === undefined ? [] : [{ col, op, val: val || '<empty string>' }];
  const grain = question === byWeek ? 'week' : null;
  return { question, columns, chart: { view, by, metrics, filters, grain } };
});
beforeAll(async () => {
  const venv = await installPython('superset-6.1.0', packages);
  const { PATH = '' } = process.env;
  const config = resolve('test/bi/clients/superset_config.py');
  const own = {
    PATH,
    HOME: folder,
    SUPERSET_HOME: folder,
    PYTHONDONTWRITEBYTECODE: '1',
    SUPERSET_CONFIG_PATH: config,
    FLASK_APP: 'superset.app:create_app()',
  };
  const options = { env: { ...tools.env, ...own }, cwd: folder, maxBuffer: 100_000_000 };
  const python = `${venv}/bin/python`;
  const find = ['-c', 'import superset; print(superset.__path__[0])'];
  const { stdout: place } = await run(python, find, options);
  await run(python, ['-m', 'flask', 'db', 'upgrade', '-d', `${place.trim()}/migrations`], options);
  const script = resolve('test/bi/clients/superset_charts.py');
  const asked = JSON.stringify(charted.map(({ chart }) => chart));
  const { stdout } = await run(python, [script, resolve('deploy/bi/superset'), asked], options);
  found = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
});

const total = (rows: readonly (readonly [string, number])[]) =>
  rows.reduce((sum, [, value]) => sum + value, 0);

/** Adds up buckets that are shorter than Superset's: pageviews and sessions add up over any buckets. */
const startOf: Record<string, (day: Date) => Date> = {
  hour: (time) => time,
  day: (time) => time,
  week: (time) => new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * 86_400_000),
  month: (time) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth())),
  quarter: (time) => new Date(Date.UTC(time.getUTCFullYear(), Math.floor(time.getUTCMonth() / 3) * 3)),
  year: (time) => new Date(Date.UTC(time.getUTCFullYear(), 0)),
};

test.each(
  ['pageviews', 'sessions', 'days'].flatMap((view) =>
    Object.keys(startOf).map((grain) => [view, grain] as const),
  ),
)('of %s by %s, the chart shows what /pageviews-over-time says', async (view, grain) => {
  const member = view === 'sessions' ? 'sessions' : 'pageviews';
  // The view by day has one bucket a day.
  const granularity = grain === 'hour' && view !== 'days' ? 'hour' : 'day';
  const buckets = rowsOf(await tools.reported('/pageviews-over-time', { granularity }), 'bucket', member);
  const said = new Map<string, number>();
  for (const [bucket, value] of buckets) {
    const at = startOf[grain]?.(new Date(String(bucket))).toISOString() ?? '';
    if (Number(value) > 0) said.set(at, (said.get(at) ?? 0) + Number(value));
  }
  const shown = found.grains[view]?.[grain] ?? [];
  expect(total(shown)).toBeGreaterThan(100);
  expect(shown.map(([time, value]) => [new Date(`${time.replace(' ', 'T')}Z`).toISOString(), value])).toEqual(
    [...said],
  );
});

test.each<[chart: string, path: string, key: string[], members: string[]]>([
  ['Visitors', '/overview', [], ['unique_visitors']],
  ['Pageviews', '/overview', [], ['pageviews']],
  ['Visits', '/overview', [], ['sessions']],
  ['Bounce rate, percent', '/overview', [], ['bounce_rate']],
  ['Visit duration, seconds', '/overview', [], ['avg_session_duration_seconds']],
  ['Pages', '/pages', ['page_path'], ['views']],
  ['Sources', '/sources', ['source', 'medium'], ['visits', 'bounce_rate']],
  ['Countries', '/geo', ['country'], ['visits']],
  ['Devices', '/devices', ['device_type'], ['visits']],
  ['Events', '/events', ['event'], ['events', 'unique_visitors']],
])('the chart %s shows what %s says', async (chart, path, key, members) => {
  const data = Object(await tools.reported(path));
  const said = rowsOf(data.countries ?? data.device_types ?? data, ...key, ...members);
  const shown = (found.charts[chart] ?? []).map((row) => row.slice(0, key.length + members.length));
  expect(shown).not.toEqual([]);
  expect(comparable(shown)).toEqual(comparable(said));
});

test.each(charted)('as a chart, question $question of docs/bi.md has the rows there', async (asked) => {
  const { sql = '' } = pageQuestions()[asked.question - 1] ?? {};
  const said = (await tools.bi.rows(sql)).map((row) => asked.columns?.map((column) => row[column]) ?? row);
  expect(said).not.toEqual([]);
  expect(comparable(found.questions[charted.indexOf(asked)] ?? [])).toEqual(comparable(said));
});

test('revenue is by currency, and the dashboard has all charts', async () => {
  const revenue = found.charts['Revenue by source and currency'] ?? [];
  const { sql = '' } = pageQuestions()[21] ?? {};
  expect(comparable(revenue)).toEqual(comparable(await tools.bi.rows(sql)));
  expect(found.dashboards).toEqual([['Tallyhouse', Object.keys(found.charts).length]]);
});
