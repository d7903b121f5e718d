import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  createBiViews,
  createClickHouse,
  createDatabase,
  type EmbeddedClickHouse,
  migrate,
  migrations,
  singleServer,
} from '@tallyhouse/clickhouse';
import { startConsumer } from '@tallyhouse/consumer';
import { createEmbeddedLog } from '@tallyhouse/log';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { startQuery } from '../../apps/query/src/start.ts';
import { readTask as readBackupTask } from '../../apps/standalone/src/backup/arguments.ts';
import { backUp } from '../../apps/standalone/src/backup/run.ts';
import { readConfig } from '../../apps/standalone/src/config.ts';
import { createProgress } from '../../apps/standalone/src/progress.ts';
import { readTask as readRestoreTask } from '../../apps/standalone/src/restore/arguments.ts';
import { restore } from '../../apps/standalone/src/restore/run.ts';
import { checks } from '../../apps/standalone/src/verify/checks/index.ts';
import { compare } from '../../apps/standalone/src/verify/compare.ts';
import { runDeletion } from '../../packages/deletion/src/run.ts';
import { everyEndpoint, pairsOf } from '../api/every-endpoint.ts';
import { dashboardFolder, key, queryConfig } from '../api/query-service.ts';
import { logger, rowsOf, startIn } from '../clickhouse/own-server.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { until } from '../log/gather.ts';
import { messageOf } from '../replay/flow.ts';

/**
 * Every program at its work, each as its user of deploy/clickhouse/rights.sql. The embedded server keeps its users in a file: the
 * grants go there as they stand.
 */

const users = ['owner', 'writer', 'backup', 'reader'] as const;
type User = (typeof users)[number];
const names = [...users.map((user) => `tallyhouse_${user}`), 'bi_definer'];
const database = 'tallyhouse';
const visitor = uuid7(Date.now() - 60_000);
let printed = '';
const output = {
  isTTY: false as const,
  write(text: string | Uint8Array) {
    printed += text;
    return true;
  },
};

let folder: string;
let server: EmbeddedClickHouse;
let as: Record<User, ClickHouseClient>;

async function statements(): Promise<string[]> {
  const text = (await readFile('deploy/clickhouse/rights.sql', 'utf8')).replaceAll(/^--.*$/gm, '');
  return text.split(/;\s*$/m).flatMap((statement) => statement.trim() || []);
}

function usersFile(all: readonly string[]): string {
  const grantsOf = (name: string) =>
    all.flatMap((statement) => {
      const [, grant] = new RegExp(`^(grant .*) to ${name}$`, 's').exec(statement) ?? [];
      return grant === undefined ? [] : [`<query>${grant}</query>`];
    });
  const entries = names.map((name) => {
    const creation = all.find((one) => one.startsWith(`create user if not exists ${name} `)) ?? '';
    const readonly = creation.endsWith(' readonly = 2');
    const nobody = creation.endsWith(' host none');
    return `<${name}>
      <password>${nobody ? '' : name}</password>
      ${nobody ? '<networks/>' : '<networks><ip>127.0.0.1</ip></networks>'}
      <profile>${readonly ? 'reads' : 'default'}</profile>
      <quota>default</quota>
      <grants>${grantsOf(name).join('\n')}</grants>
    </${name}>`;
  });
  return `<clickhouse>
    <profiles><reads><readonly>2</readonly></reads></profiles>
    <users>${entries.join('\n')}</users>
  </clickhouse>`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-rights-'));
  const written = {
    'users.d': usersFile(await statements()),
    'config.d': '<clickhouse><http_handlers remove="remove"/></clickhouse>',
  };
  for (const [name, text] of Object.entries(written)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'rights.xml'), text);
  }
  server = await startIn(folder, { database });
  const clientOf = (user: User) => createClickHouse({ ...connectionOf(user) }, logger);
  as = {
    owner: clientOf('owner'),
    writer: clientOf('writer'),
    backup: clientOf('backup'),
    reader: clientOf('reader'),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(as).map((client) => client.close()));
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const connectionOf = (user: User) => ({
  url: server.url,
  user: `tallyhouse_${user}`,
  password: `tallyhouse_${user}`,
  database,
});
const environmentOf = (user: User) => ({
  DATA_DIR: join(folder, 'data'),
  CLICKHOUSE_URL: server.url,
  CLICKHOUSE_USER: `tallyhouse_${user}`,
  CLICKHOUSE_PASSWORD: `tallyhouse_${user}`,
  LOG_LEVEL: 'silent',
});

test('every program does its work', async () => {
  await createDatabase(connectionOf('owner'), logger);
  await migrate(as.owner, migrations);
  expect(await createBiViews(as.owner, { database, bi: 'bi', definer: 'bi_definer' })).toBeGreaterThan(0);

  const [log, deadLetterLog] = ['log', 'dead-letters'].map((name) =>
    createEmbeddedLog({ folder: join(folder, 'data', name), partitions: 1, retainMs: 3_600_000, logger }),
  );
  if (log === undefined || deadLetterLog === undefined) throw new Error('no log');
  const at = Date.now() - 60_000;
  await log.writer().append([
    messageOf(pingRow({ pinged_at: at, visitor_id: visitor })),
    messageOf(pingRow({ pinged_at: at, page_path: '/stays' })),
    {
      key: 'broken',
      value: Buffer.from(
        messageOf(pingRow({ pinged_at: at }))
          .value.toString()
          .replace(/"[^"]*"/, '"no id"'),
      ),
    },
  ]);
  const consumer = await startConsumer(
    { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 },
    { log, deadLetterLog, servers: singleServer(as.writer), logger, clock: Date.now, onFatal: () => {} },
  );
  await until(async () => JSON.stringify(await counts()) === '[{"letters":1,"views":2}]');
  await consumer.close();

  const today = new Date(at).toISOString().slice(0, 10);
  for (const table of settledTables) await rebuildDay(as.writer, table, today);
  await runDeletion(
    singleServer(as.writer).all,
    { about: { kind: 'visitor', site: 'blog', id: visitor }, sure: true },
    { output, clock: Date.now },
  );
  expect(await counts()).toEqual([{ letters: 1, views: 1 }]);
  const subject = { servers: singleServer(as.writer), log, dashboardFolder, database, logger, output };
  await compare(checks, { from: undefined, to: Date.now() }, subject);
  await log.close();
  await deadLetterLog.close();

  const { signal } = new AbortController();
  const deps = {
    logger,
    clickHouseProgram: 'dist/clickhouse-server.js',
    dashboardFolder,
    clock: Date.now,
    signal,
    progress: createProgress(output, Date.now),
    output,
  };
  const backups = join(folder, 'backups');
  await mkdir(backups, { recursive: true });
  const made = readBackupTask(['--to', backups]);
  if (made.kind === 'backup') await backUp(made, readConfig(environmentOf('backup')), deps);
  const restored = readRestoreTask(['--from', backups, '--replace']);
  if (restored.kind === 'restore') await restore(restored, readConfig(environmentOf('owner')), deps);
  expect(printed).toMatch(/Nothing differs\.\n(.|\n)*Nothing differs\.\n$/);
  expect(await counts()).toEqual([{ letters: 1, views: 1 }]);

  const service = await startQuery(queryConfig(), { clickhouse: as.reader, logger, dashboardFolder });
  const answers: string[] = [];
  for (const { path, ...endpoint } of everyEndpoint) {
    const query = new URLSearchParams([['period', 'today'], ...pairsOf(endpoint)]);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${service.url}/api/v1${path}?${query}`, { headers });
    answers.push(`${path} ${answer.status} ${answer.ok ? '' : await answer.text()}`);
    if (answer.ok) await answer.arrayBuffer();
  }
  expect(answers.filter((answer) => !answer.endsWith(' 200 '))).toEqual([]);
  await service.close();
});

test('each statement of the file is one of ClickHouse, about one of its users', async () => {
  for (const statement of await statements()) {
    const passwords = Object.fromEntries(users.map((user) => [user, user]));
    const result = await as.writer.query({ query: `explain ast ${statement}`, query_params: passwords });
    await result.text();
    expect(names.filter((name) => statement.includes(name))).not.toEqual([]);
  }
});

const counts = () =>
  rowsOf(
    as.writer,
    `select (select count() from dead_letters final)::UInt32 as letters, (select count() from pageviews final)::UInt32 as views`,
  );

const refusedToAll = [
  'create table elsewhere.notes (n UInt8) engine = Memory',
  'create user somebody',
  'grant select on tallyhouse.* to tallyhouse_reader',
  'system shutdown',
  "select * from file('/etc/hostname', 'LineAsString')",
  "select * from url('http://127.0.0.1:1/', 'LineAsString')",
  "select * from remote('127.0.0.1', 'system', 'users')",
  'select * from system.users',
  'select * from system.query_log',
];
const refused: Record<User, string[]> = {
  owner: ['drop database system', 'create view bi.mine sql security none as select 1'],
  writer: [
    'drop table pings',
    'drop table sessions',
    'drop database tallyhouse',
    'truncate table pings',
    'create table notes (n UInt8) engine = Memory',
    'create view mine as select 1',
    'alter table pings add column more UInt8',
    'select * from bi.sessions',
    "backup table tallyhouse.pings to File('x')",
  ],
  backup: [
    'insert into pings (site_id) values (1)',
    'alter table pings delete where 1',
    'drop table pings',
    'create table notes (n UInt8) engine = Memory',
  ],
  reader: [
    'insert into pings (site_id) values (1)',
    'alter table pings delete where 1',
    'drop table settled_totals',
    'create table notes (n UInt8) engine = Memory',
    'create temporary table notes (n UInt8)',
    'kill query where 1',
    "backup table tallyhouse.pings to File('x')",
    'select 1 settings readonly = 0',
  ],
};

test.each(users)('%s may do nothing else', async (user) => {
  for (const query of [...refusedToAll, ...refused[user]]) {
    // ACCESS_DENIED or READONLY.
    await expect(as[user].command({ query }).then(() => query)).rejects.toMatchObject({
      code: expect.stringMatching(/^(497|164)$/),
    });
  }
});
