/** Cube's compiler and driver with the model of deploy/bi/cube. They are installed with npm into .cache; its native part is not. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { rowsOf, startForTools } from './tools.ts';

const run = promisify(execFile);
const version = '1.7.43';

/** The folder with Cube's packages. */
async function install(): Promise<string> {
  const folder = resolve('.cache', `cube-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'package.json'), '{"private":true}');
  const packages = ['schema-compiler', 'clickhouse-driver'].map(
    (name) => `@cubejs-backend/${name}@${version}`,
  );
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: unfinished,
  });
  await rename(unfinished, folder);
  return folder;
}

interface CubeQuery {
  measures: string[];
  dimensions?: string[];
  timeDimensions?: { dimension: string; granularity?: string; dateRange: [string, string] }[];
  timezone?: string;
}

let tools: Awaited<ReturnType<typeof startForTools>>;
let cube: string;
beforeAll(async () => {
  [tools, cube] = await Promise.all([startForTools(), install()]);
}, 300_000);
afterAll(() => tools.stop());

/** The rows that Cube gets, each with its values in order. */
async function ask(query: CubeQuery): Promise<unknown[][]> {
  const [first = ''] = query.measures;
  const [view = ''] = first.split('.');
  const filters = [{ member: `${view}.site_id`, operator: 'equals', values: ['blog'] }];
  // The planner of queries in JavaScript: the other one is native too.
  const env = { ...tools.env, PATH: process.env['PATH'] ?? '', CUBEJS_TESSERACT_SQL_PLANNER: 'false' };
  const asking = run(process.execPath, [resolve('test/bi/clients/cube.cjs'), cube], { env });
  const queries = [{ filters, ...query }];
  asking.child.stdin?.end(
    JSON.stringify({ folder: resolve('deploy/bi/cube/model/cubes'), database: tools.bi.names.bi, queries }),
  );
  const [rows] = JSON.parse((await asking).stdout.trimEnd().split('\n').at(-1) ?? '');
  return rows.map((row: object) => Object.values(row));
}

const times: Record<string, string> = {
  pageviews: 'entered_at',
  sessions: 'first_seen_at',
  events: 'occurred_at',
};
const inWeeks = (view: string, granularity?: string) => [
  {
    dimension: `${view}.${times[view]}`,
    dateRange: ['2026-11-02', '2026-11-15'] as [string, string],
    ...(granularity && { granularity }),
  },
];

/** A row as text, with two digits behind the point. */
const plain = (row: unknown[]) =>
  JSON.stringify(
    row.map((value) => (Number.isFinite(Number(value)) ? Math.round(Number(value) * 100) / 100 : value)),
  );

test.each<[view: string, measures: string[], by: string[], path: string, members: string[]]>([
  ['pageviews', ['pageviews', 'visitors'], [], '/overview', ['pageviews', 'unique_visitors']],
  ['sessions', ['visits', 'bounce_rate'], [], '/overview', ['sessions', 'bounce_rate']],
  ['sessions', ['avg_visit_seconds'], [], '/overview', ['avg_session_duration_seconds']],
  ['pageviews', ['pageviews', 'avg_scroll_depth'], ['page_path'], '/pages', ['views', 'avg_scroll_depth']],
  ['sessions', ['visits', 'bounce_rate'], ['source', 'medium'], '/sources', ['visits', 'bounce_rate']],
  ['sessions', ['visits'], ['country'], '/geo', ['visits']],
  ['events', ['events', 'event_visitors'], ['event'], '/events', ['events', 'unique_visitors']],
])('of %s, %s by %s are what %s says', async (view, measures, by, path, members) => {
  const data = Object(await tools.reported(path));
  const said = rowsOf(data.countries ?? data, ...by, ...members);
  const rows = await ask({
    measures: measures.map((name) => `${view}.${name}`),
    dimensions: by.map((name) => `${view}.${name}`),
    timeDimensions: inWeeks(view),
  });
  expect(rows.map(plain).sort()).toEqual(said.map(plain).sort());
});

test.each(['UTC', 'America/New_York', 'Asia/Kolkata'])(
  'visits by day are those of the zone %s',
  async (timezone) => {
    const said = rowsOf(
      await tools.reported('/pageviews-over-time', { granularity: 'day', timezone }),
      'bucket',
      'sessions',
    );
    const rows = await ask({
      measures: ['sessions.visits'],
      timeDimensions: inWeeks('sessions', 'day'),
      timezone,
    });
    const days = (found: unknown[][]) => found.map(([at, value]) => [String(at).slice(0, 10), Number(value)]);
    expect(days(rows)).toEqual(days(said).filter(([, value]) => value !== 0));
  },
);

test('pageviews of the source of another view, by a join, add up to all', async () => {
  const rows = await ask({
    measures: ['pageviews.pageviews'],
    dimensions: ['sessions.source'],
    timeDimensions: inWeeks('pageviews'),
  });
  const { pageviews } = Object(await tools.reported('/overview'));
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.reduce((sum, [, value]) => sum + Number(value), 0)).toBe(pageviews);
});
