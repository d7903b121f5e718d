/** Cube's compiler and driver with the model of deploy/bi/cube. npm installs them into .cache, without the native part. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { forAllTests } from '../api/shared-service.ts';
import { cached } from '../harness/cache-folder.ts';
import { run } from '../harness/ran.ts';
import { byWeek, comparable, filtered, modelled, pageQuestions } from './page-questions.ts';
import { rowsOf, startForTools } from './tools.ts';

const version = '1.7.43';

const install = () =>
  cached(`cube-${version}`, async (cwd) => {
    await writeFile(join(cwd, 'package.json'), '{"private":true}');
    const packages = ['schema-compiler', 'clickhouse-driver'].map(
      (name) => `@cubejs-backend/${name}@${version}`,
    );
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd });
  });

interface CubeQuery {
  measures: string[];
  dimensions?: string[];
  timeDimensions?: { dimension: string; granularity?: string; dateRange: [string, string] }[];
  filters?: { member: string; operator: string; values: string[] }[];
  timezone?: string;
}

const tools = forAllTests(startForTools);
let cube: string;
beforeAll(async () => {
  cube = await install();
});

/** Cube's rows for each query, as arrays of values. */
async function askAll(queries: CubeQuery[]): Promise<unknown[][][]> {
  const ofSite = ({ filters = [], ...query }: CubeQuery) => {
    const [view] = (query.measures[0] ?? '').split('.');
    const ofBlog = { member: `${view}.site_id`, operator: 'equals', values: ['blog'] };
    return { ...query, filters: [ofBlog, ...filters] };
  };
  // The planner in JavaScript, because the other one is native.
  const env = { ...tools.env, PATH: process.env['PATH'] ?? '', CUBEJS_TESSERACT_SQL_PLANNER: 'false' };
  const asking = run(process.execPath, [resolve('test/bi/clients/cube.cjs'), cube], { env });
  const folder = resolve('deploy/bi/cube/model/cubes');
  const asked = { folder, database: tools.bi.names.bi, queries: queries.map(ofSite) };
  asking.child.stdin?.end(JSON.stringify(asked));
  const answers: object[][] = JSON.parse((await asking).stdout.trimEnd().split('\n').at(-1) ?? '');
  return answers.map((rows) => rows.map((row) => Object.values(row)));
}

const ask = async (query: CubeQuery) => (await askAll([query]))[0] ?? [];

const times = { pageviews: 'entered_at', sessions: 'first_seen_at', events: 'occurred_at' };
const dateRange: [string, string] = ['2026-11-02', '2026-11-15'];
const inWeeks = (view: string, granularity?: string) => {
  const dimension = `${view}.${Object(times)[view]}`;
  return [{ dimension, dateRange, ...(granularity && { granularity }) }];
};

test('fourteen questions of docs/bi.md have the rows there, which are those of the API', async () => {
  const questions = pageQuestions();
  const found = await askAll(
    modelled.map(([question, view, by, measures]) => {
      const [name, operator = '', value = ''] = filtered[question] ?? [];
      return {
        measures: measures.map((one) => `${view}.${one}`),
        dimensions: by.map((one) => `${view}.${one}`),
        timeDimensions: inWeeks(view, question === byWeek ? 'week' : undefined),
        ...(name !== undefined && { filters: [{ member: `${view}.${name}`, operator, values: [value] }] }),
      };
    }),
  );
  for (const [at, [question, , , , columns]] of modelled.entries()) {
    const { text, sql } = questions[question - 1] ?? { text: '', sql: '' };
    const said = (await tools.bi.rows(sql)).map((row) => columns?.map((column) => row[column]) ?? row);
    expect(said).not.toEqual([]);
    expect({ text, rows: comparable(found[at] ?? []) }).toEqual({ text, rows: comparable(said) });
  }
});

test.each(['UTC', 'America/New_York', 'Asia/Kolkata'])(
  'visits by day are those of the zone %s',
  async (timezone) => {
    const series = await tools.reported('/pageviews-over-time', { granularity: 'day', timezone });
    const said = rowsOf(series, 'bucket', 'sessions');
    const timeDimensions = inWeeks('sessions', 'day');
    const rows = await ask({ measures: ['sessions.visits'], timeDimensions, timezone });
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
