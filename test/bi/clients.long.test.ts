/** Standard clients read the views, those of the native protocol as the reader. pip installs them into .cache. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { resolve } from 'node:path';
import { singleServer } from '@tallyhouse/cluster';
import { emptyRow } from '@tallyhouse/ping';
import { forAllTests } from '../api/shared-service.ts';
import { deleteFrom } from '../delete/database.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { mavenJars } from '../harness/maven-jars.ts';
import { installPython } from '../harness/python.ts';
import { run } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { runExport } from '../lake/lake.ts';
import { passwordOf, startBiServer, storedUser } from './bi-server.ts';
import { blogPings } from './blog.ts';
import { comparable, pageQuestions } from './page-questions.ts';

const requirements = 'test/bi/clients/requirements.txt';
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);

const sent = (time: string) => {
  const at = Date.parse(time);
  return { site_id: 'blog', pinged_at: at, received_at: at };
};

const inFolder = folderOfFile();
const bi = forAllTests(() =>
  startBiServer([storedUser('analyst'), storedUser('dbt', { write: 'reports' })], blogPings()),
);
let venv: string;
let env: Record<string, string>;
beforeAll(async () => {
  venv = await installPython(`bi-clients-${version}`, ['--requirement', requirements]);
  const { PATH = '' } = process.env;
  env = {
    PATH,
    HOME: inFolder(),
    BI_PORT: new URL(bi.server.url).port,
    BI_NATIVE_PORT: `${bi.server.tcpPort}`,
    BI_USER: 'analyst',
    BI_PASSWORD: passwordOf('analyst'),
    BI_WRITER_PASSWORD: passwordOf('dbt'),
    BI_READER_PASSWORD: bi.server.passwords.reader,
  };
});

test('each connects, reflects all views and reads the same', async () => {
  const { stdout } = await run(`${venv}/bin/python`, [resolve('test/bi/clients/read.py')], { env });
  const found = JSON.parse(stdout);
  const asRow = 'format JSONCompactEachRow settings output_format_json_quote_64bit_integers = 0';
  const row = async (query: string) => JSON.parse((await bi.ask('writer', `${query} ${asRow}`)).text);
  const counts = await row("select count(), uniqExact(visitor_id) from bi.pageviews where site_id = 'blog'");
  const [columns] = await row("select count() from system.columns where database = 'bi'");
  const [views] = await row("select arraySort(groupArray(name)) from system.tables where database = 'bi'");
  expect(counts[0]).toBeGreaterThan(100);
  expect(found).toEqual({
    connect: { counts, views, site: 'blog' },
    pandas: { counts, zone: 'UTC' },
    polars: { counts, zone: 'UTC' },
    sqlalchemy_of_connect: { counts, views, columns },
    sqlalchemy_http: { counts, views, columns },
    native: { counts, views },
    sqlalchemy_native: { counts, views, columns },
  });
});

test('by JDBC, in Python and in DuckDB over a lake, each question of docs/bi.md has the rows that ClickHouse gives, and JDBC knows all columns', async () => {
  const jars = await mavenJars('clickhouse-jdbc-0.9.8', ['com.clickhouse:clickhouse-jdbc:0.9.8']);
  const questions = pageQuestions();
  const input = questions.map(({ sql }) => sql).join('\0');
  const asked = async (program: string, ...args: string[]) => {
    const running = run(program, args, { env, maxBuffer: 100_000_000 });
    running.child.stdin?.end(input);
    return JSON.parse((await running).stdout);
  };
  const lake = inFolder('lake');
  expect(await runExport(`--to ${lake} --by month`, bi.env)).toMatch(/^8 files written/);
  const [jdbc, python, duckdb] = await Promise.all([
    asked('java', '-cp', `${jars}/*`, resolve('test/bi/clients/ReadJdbc.java')),
    asked(`${venv}/bin/python`, resolve('test/bi/clients/ask.py')),
    asked(`${venv}/bin/python`, resolve('test/bi/clients/duckdb_lake.py'), lake),
  ]);
  for (const [at, { text, sql }] of questions.entries()) {
    const lines = (await bi.ask('analyst', `${sql} format JSONCompactEachRow`)).text.trim().split('\n');
    const said = { text, rows: comparable(lines.map((line) => JSON.parse(line))) };
    expect({ text, rows: comparable(jdbc.rows[at]) }).toEqual(said);
    expect({ text, rows: comparable(python[at]) }).toEqual(said);
    // DuckDB takes the alias of 8 for a column; 25 and 26 need what a lake does not have.
    if ([8, 25, 26].includes(at + 1)) expect(duckdb[at]).toBeNull();
    else expect({ text, rows: comparable(duckdb[at] ?? []) }).toEqual(said);
  }
  const number = async (query: string) => Number((await bi.ask('writer', query)).text);
  const columns = "from system.columns where database = 'bi'";
  expect(jdbc.metadata).toEqual({
    views: await number("select count() from system.tables where database = 'bi'"),
    columns: await number(`select count() ${columns}`),
    described: await number(`select count() ${columns} and comment != ''`),
    // test/bi/days.test.ts compares these with the API's timezone=Europe/Berlin.
    visitsInBerlin: await number(`select count() from bi.sessions
      where site_id = 'blog' and toDate(first_seen_at, 'Europe/Berlin') = '2026-11-03'`),
  });
});

/** Runs a dbt command on the shipped package. @returns its output */
async function dbt(...args: string[]): Promise<string> {
  const project = inFolder('dbt');
  // Not through pip's script, which contains the path of the installation.
  const program = ['-c', 'from dbt.cli.main import cli; cli()', ...args];
  const places = ['--project-dir', project, '--profiles-dir', project];
  const { stdout } = await run(`${venv}/bin/python`, [...program, ...places], {
    env: { ...env, DBT_SEND_ANONYMOUS_USAGE_STATS: 'false' },
    cwd: project,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

describe('the dbt package', () => {
  const numbers = 'site_id, date, pageviews, sessions, bounces, duration_ms, visitors_of_day';
  const numbersOf = async (from: string) =>
    (await bi.ask('analyst', `select ${numbers} from ${from} order by all`)).text;
  const held = () => numbersOf('reports.tallyhouse_days where pageviews + sessions > 0');
  const days = () => numbersOf('bi.days');

  beforeAll(async () => {
    // Events from a server have no session.
    await insertPings(bi.writer, [{ ...emptyRow, ...sent('2026-11-05T10:00:00Z'), event: 'Paid' }]);
    for (const models of ['deploy/bi/dbt', 'test/bi/clients/dbt'])
      await cp(models, inFolder('dbt'), { recursive: true });
  });

  test('is built, its tests pass, and others read what it made', async () => {
    expect(await dbt('build')).toMatch(/Done\. PASS=\d+ WARN=0 ERROR=0 SKIP=0/);
    expect((await held()).split('\n').length).toBeGreaterThan(20);
    expect(await held()).toBe(await days());
  });

  const months = [...Array(12).keys()].map((month) => new Date(Date.UTC(2025, month, 15)).toISOString());
  const first = { kind: 'visitor', site: 'blog', id: blogPings()[0]?.visitor_id ?? '' } as const;
  test.each<[string, () => Promise<unknown>]>([
    ['a late ping', () => insertPings(bi.writer, [sent('2026-10-30T10:00:00Z')])],
    ['an import of months that nobody had seen', () => insertPings(bi.writer, months.map(sent))],
    ['the deletion of a visitor', () => deleteFrom(singleServer(bi.writer).all, first)],
  ])('keeps its days right after %s', async (_, change) => {
    await change();
    expect(await held()).not.toBe(await days());
    expect(await dbt('run', '--select', 'tallyhouse_days')).toContain('Done. PASS=1 WARN=0 ERROR=0');
    expect(await held()).toBe(await days());
  });

  test('its tests pass with an event of a visitor without a pageview', async () => {
    const paid = sent('2026-11-05T11:00:00Z');
    const [ping_id, visitor_id] = [uuid7(paid.pinged_at), uuid7(paid.pinged_at)];
    await insertPings(bi.writer, [{ ...emptyRow, ...paid, ping_id, visitor_id, event: 'Paid' }]);
    const said = await dbt('test', '--select', 'source:tallyhouse.events');
    expect(said).toMatch(/Done\. PASS=\d+ WARN=0 ERROR=0 SKIP=0/);
  });
});
