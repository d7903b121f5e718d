/** Standard clients read the views as a BI user; those of the native protocol as the reader. They are installed with pip into .cache. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { emptyRow } from '@tallyhouse/ping';
import { insertPings } from '../harness/clickhouse.ts';
import { installPython } from '../harness/python.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type BiServer, passwordOf, startBiServer, storedUser } from './bi-server.ts';
import { blogPings } from './blog.ts';

const run = promisify(execFile);

const requirements = 'test/bi/clients/requirements.txt';
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);

/** A ping of the site blog. */
const sent = (time: string) => ({
  site_id: 'blog',
  pinged_at: Date.parse(time),
  received_at: Date.parse(time),
});

let bi: BiServer;
let folder: string;
let venv: string;
let env: Record<string, string>;
beforeAll(async () => {
  [bi, folder, venv] = await Promise.all([
    startBiServer([storedUser('analyst'), storedUser('dbt', { write: 'reports' })], blogPings()),
    mkdtemp(join(tmpdir(), 'tallyhouse-clients-')),
    installPython(`bi-clients-${version}`, ['--requirement', requirements]),
  ]);
  const { PATH = '' } = process.env;
  env = {
    PATH,
    HOME: folder,
    BI_PORT: new URL(bi.server.url).port,
    BI_NATIVE_PORT: `${bi.server.tcpPort}`,
    BI_USER: 'analyst',
    BI_PASSWORD: passwordOf('analyst'),
    BI_WRITER_PASSWORD: passwordOf('dbt'),
    BI_READER_PASSWORD: bi.server.passwords.reader,
  };
});
afterAll(async () => {
  await bi.stop();
  await rm(folder, { recursive: true, force: true });
});

test('each connects, reflects all views and reads the same', async () => {
  const { stdout } = await run(`${venv}/bin/python`, [resolve('test/bi/clients/read.py'), folder], { env });
  const found = JSON.parse(stdout);
  const row = async (query: string) =>
    JSON.parse(
      (
        await bi.ask(
          'writer',
          `${query} format JSONCompactEachRow settings output_format_json_quote_64bit_integers = 0`,
        )
      ).text,
    );
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
    duckdb: { counts },
  });
});

/** Runs a command of dbt on the shipped package. @returns what it printed */
async function dbt(...args: string[]): Promise<string> {
  const project = join(folder, 'dbt');
  // Not by the script that pip created, which contains the path of the installation.
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
  const held = async () =>
    (
      await bi.ask(
        'analyst',
        `select ${numbers} from reports.tallyhouse_days where pageviews + sessions > 0 order by all`,
      )
    ).text;
  const days = async () => (await bi.ask('analyst', `select ${numbers} from bi.days order by all`)).text;

  beforeAll(async () => {
    // Where the views have none yet.
    await bi.writer.command({
      query: `create view if not exists bi.changed_days definer = bi_definer sql security definer as
        select site_id, day as date, max(changed_at) as changed_at from tallyhouse.changed_days group by site_id, day`,
    });
    // An event that a server sends has no session.
    await insertPings(bi.writer, [{ ...emptyRow, ...sent('2026-11-05T10:00:00Z'), event: 'Paid' }]);
    await cp('deploy/bi/dbt', join(folder, 'dbt'), { recursive: true });
    await cp('test/bi/clients/dbt', join(folder, 'dbt'), { recursive: true });
  });

  test('is built, its tests pass, and others read what it made', async () => {
    expect(await dbt('build')).toMatch(/Done\. PASS=\d+ WARN=0 ERROR=0 SKIP=0/);
    expect((await held()).split('\n').length).toBeGreaterThan(20);
    expect(await held()).toBe(await days());
  });

  test('keeps its days right after late pings, with the days alone that changed', async () => {
    const late = sent('2026-10-30T10:00:00Z');
    await insertPings(bi.writer, [
      { ...late, session_id: uuid7(late.pinged_at), visitor_id: uuid7(late.pinged_at) },
    ]);
    expect(await held()).not.toBe(await days());
    expect(await dbt('run', '--select', 'tallyhouse_days')).toContain('Done. PASS=1 WARN=0 ERROR=0');
    expect(await held()).toBe(await days());
  });

  test('finds an event whose session is missing, though it leaves out those that have none', async () => {
    const lost = sent('2026-11-05T11:00:00Z');
    const ids = { session_id: uuid7(lost.pinged_at), visitor_id: uuid7(lost.pinged_at) };
    await insertPings(bi.writer, [{ ...emptyRow, ...lost, ...ids, event: 'Lost' }]);
    const said = await dbt('test', '--select', 'source:tallyhouse.events');
    expect(said).toMatch(/FAIL 1 source_relationships_tallyhouse_events_visitor_id/);
  });
});
