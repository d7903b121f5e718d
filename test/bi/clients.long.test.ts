/** Standard clients read the views as a BI user; those of the native protocol as the reader. They are installed with pip into .cache. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installPython } from '../harness/python.ts';
import { type BiServer, passwordOf, startBiServer, storedUser } from './bi-server.ts';
import { blogPings } from './blog.ts';

const run = promisify(execFile);

const requirements = 'test/bi/clients/requirements.txt';
const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);

let bi: BiServer;
let folder: string;
let venv: string;
let env: Record<string, string>;
beforeAll(async () => {
  [bi, folder, venv] = await Promise.all([
    startBiServer([storedUser('analyst')], blogPings()),
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
    sqlalchemy_of_connect: { counts, views, columns },
    sqlalchemy_http: { counts, views, columns },
    native: { counts, views },
    sqlalchemy_native: { counts, views, columns },
    duckdb: { counts },
  });
});

test("dbt's tests of all ids pass", async () => {
  const project = join(folder, 'dbt');
  await cp('test/bi/clients/dbt', project, { recursive: true });
  // Not by the script that pip created, which contains the path of the installation.
  const dbt = [
    '-c',
    'from dbt.cli.main import cli; cli()',
    'test',
    '--project-dir',
    project,
    '--profiles-dir',
    project,
  ];
  const options = { env: { ...env, DBT_SEND_ANONYMOUS_USAGE_STATS: 'false' }, cwd: project };
  const { stdout } = await run(`${venv}/bin/python`, dbt, options).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toContain('Done. PASS=15 WARN=0 ERROR=0 SKIP=0');
});
