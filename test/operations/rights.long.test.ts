import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { backUp, readBackupTask, readRestoreTask, restore } from '@tallyhouse/backup';
import { createClickHouse, createDatabase, type EmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { runDeletion } from '@tallyhouse/deletion/run';
import { createEmbeddedLog } from '@tallyhouse/log';
import type { PingRow } from '@tallyhouse/ping';
import { startQuery } from '@tallyhouse/query';
import { createBiViews, migrateDatabase } from '@tallyhouse/schema';
import { createProgress } from '@tallyhouse/service';
import { rebuildDay, settledTables, startCheckLoop } from '@tallyhouse/settle';
import { readConfig } from '@tallyhouse/standalone';
import { installationOf } from '@tallyhouse/tallyhouse/installation';
import { startReports } from '@tallyhouse/tallyhouse/reports';
import { checks, compare } from '@tallyhouse/verify';
import { everyEndpoint, pairsOf } from '../api/every-endpoint.ts';
import { dashboardFolder, key, queryConfig } from '../api/query-service.ts';
import { logger, startIn } from '../clickhouse/own-server.ts';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { named } from '../harness/own-tables.ts';
import { printed } from '../harness/printed.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { messageOf } from '../replay/flow.ts';
import refused from './refused.json';

/**
 * Every program, each as its user of deploy/clickhouse/rights.sql. The embedded server keeps users in a file, which gets the grants unchanged, and
 * also has the reader that ClickHouse has under Compose.
 */

const nameOf = {
  owner: 'tallyhouse_owner',
  writer: 'tallyhouse_writer',
  backup: 'tallyhouse_backup',
  reader: 'tallyhouse_reader',
  'reader under Compose': 'reader',
} as const;
type User = keyof typeof nameOf;
const users = Object.keys(nameOf) as User[];
const names = [...Object.values(nameOf).slice(0, 4), 'bi_definer'];
const passwordOf = (name: string) => `the password of ${name}`;
const database = 'tallyhouse';
const visitor = uuid7(Date.now() - 60_000);
const { output, text: said } = printed();
const inFolder = folderOfFile();
let server: EmbeddedClickHouse;
let as: Record<User, ClickHouseClient>;

async function statements(): Promise<string[]> {
  const text = (await readFile('deploy/clickhouse/rights.sql', 'utf8')).replaceAll(/^--.*$/gm, '');
  return text.split(/;\s*$/m).flatMap((statement) => statement.trim() || []);
}

function usersFile(all: readonly string[]): string {
  const entries = names.map((name) => {
    const grants = all.flatMap((statement) => {
      const [, grant] = new RegExp(`^(grant .*) to ${name}$`, 's').exec(statement) ?? [];
      return grant === undefined ? [] : [`<query>${grant}</query>`];
    });
    const creation = all.find((one) => one.startsWith(`create user if not exists ${name} `)) ?? '';
    const nobody = creation.endsWith(' host none');
    return `<${name}>
      <password>${nobody ? '' : passwordOf(name)}</password>
      ${nobody ? '<networks/>' : '<networks><ip>127.0.0.1</ip></networks>'}
      <profile>${creation.endsWith(' readonly = 2') ? 'reads' : 'default'}</profile>
      <quota>default</quota>
      <grants>${grants.join('\n')}</grants>
    </${name}>`;
  });
  return `<clickhouse>
    <profiles><reads><readonly>2</readonly></reads></profiles>
    <users>${entries.join('\n')}</users>
  </clickhouse>`;
}

/** The reader in the file that Compose mounts, without the users for BI tools, whose names the other file has, too. */
async function readerOfCompose(): Promise<string> {
  const text = await readFile('deploy/clickhouse/reader.xml', 'utf8');
  return text
    .replaceAll(/<(bi|bi_definer) replace.*?<\/\1>/gs, '')
    .replace(/<password from_env="\w+"\/>/, `<password>${passwordOf('reader')}</password>`);
}

beforeAll(async () => {
  const written = {
    'users.d/compose.xml': await readerOfCompose(),
    'users.d/rights.xml': usersFile(await statements()),
    'config.d/rights.xml': '<clickhouse><http_handlers remove="remove"/></clickhouse>',
  };
  for (const name of ['users.d', 'config.d', 'backups']) await mkdir(inFolder(name));
  for (const [file, text] of Object.entries(written)) await writeFile(inFolder(file), text);
  server = await startIn(inFolder(), { database });
  const clients = users.map((user) => [user, createClickHouse(connectionOf(user), logger)]);
  as = Object.fromEntries(clients);
  await createDatabase(connectionOf('owner'), logger);
  await migrateDatabase(as.owner);
  expect(await createBiViews(as.owner, { database, bi: 'bi', definer: 'bi_definer' })).toBeGreaterThan(0);
});
afterAll(async () => {
  await Promise.all(Object.values(as).map((client) => client.close()));
  await server.stop();
});

const connectionOf = (user: User) => {
  const name = nameOf[user];
  return { url: server.url, user: name, password: passwordOf(name), database };
};
function environmentOf(user: User) {
  const { url, user: name, password } = connectionOf(user);
  const connection = { CLICKHOUSE_URL: url, CLICKHOUSE_USER: name, CLICKHOUSE_PASSWORD: password };
  return { DATA_DIR: inFolder('data'), ...connection, LOG_LEVEL: 'silent' };
}

test('every program does its work', async () => {
  const [log, deadLetterLog] = ['log', 'dead-letters'].map((name) =>
    createEmbeddedLog({ folder: inFolder('data', name), partitions: 1, retainMs: 3_600_000, logger }),
  );
  if (log === undefined || deadLetterLog === undefined) throw new Error('no log');
  const at = Date.now() - 60_000;
  const sent = (parts: Partial<PingRow>) => messageOf(pingRow({ pinged_at: at, ...parts }));
  const broken = { key: 'broken', value: Buffer.from(`${sent({}).value}`.replace(/"[^"]*"/, '"no id"')) };
  await log.writer().append([sent({ visitor_id: visitor }), sent({ page_path: '/stays' }), broken]);
  const consumer = await startConsumer(
    { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 },
    { log, deadLetterLog, servers: singleServer(as.writer), logger, clock: Date.now, onFatal: () => {} },
  );
  await eventually(counts, [{ letters: 1, views: 2 }]);
  await consumer.close();

  const today = new Date(at).toISOString().slice(0, 10);
  for (const table of settledTables) await rebuildDay(as.writer, table, today);
  for (const clockWas of ['right', 'ahead']) {
    const checking = startCheckLoop(as.writer, logger, { days: 1, everyMs: 1200, pauseFactor: 0 });
    await eventually(async () => [clockWas, checking.checkedAt() !== undefined], [clockWas, true]);
    await checking.close();
    const files = await readdir(inFolder(), { recursive: true });
    const claims = files.filter((file) => file.includes('checks_stage'));
    expect(claims).not.toEqual([]);
    for (const claim of claims) await utimes(inFolder(claim), new Date(), new Date(Date.now() + 86_400_000));
  }
  const servers = singleServer(as.writer);
  const about = { kind: 'visitor', site: 'blog', id: visitor } as const;
  await runDeletion(servers.all, { about, sure: true }, { output, clock: Date.now });
  expect(await counts()).toEqual([{ letters: 1, views: 1 }]);
  const reports = () => startReports({ servers, shards: undefined, logger, dashboardFolder });
  const subject = { servers, log, startReports: reports, database, output };
  await compare(checks, { from: undefined, to: Date.now() }, subject);
  await log.close();
  await deadLetterLog.close();

  const { signal } = new AbortController();
  const place = { logger, clickHouseProgram: 'dist/clickhouse-server.js', dashboardFolder };
  const installation = (user: Parameters<typeof environmentOf>[0]) =>
    installationOf(readConfig(environmentOf(user)), place);
  const deps = { logger, clock: Date.now, signal, progress: createProgress(output, Date.now), output };
  const backups = inFolder('backups');
  await backUp(readBackupTask(['--to', backups]), installation('backup'), deps);
  await restore(readRestoreTask(['--from', backups, '--replace']), installation('owner'), deps);
  expect(said()).toMatch(/Nothing differs\.\n(.|\n)*Nothing differs\.\n$/);
  expect(await counts()).toEqual([{ letters: 1, views: 1 }]);
});

test.each(['reader', 'reader under Compose'] as const)('every endpoint is answered as %s', async (user) => {
  const service = await startQuery(queryConfig(), { clickhouse: as[user], logger, dashboardFolder });
  const answers: string[] = [];
  for (const { path, ...endpoint } of everyEndpoint) {
    const query = new URLSearchParams([['period', 'today'], ...pairsOf(endpoint)]);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${service.url}/api/v1${path}?${query}`, { headers });
    answers.push(`${path} ${answer.status} ${answer.ok ? '' : await answer.text()}`);
    if (answer.ok) await answer.arrayBuffer();
  }
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await service.close();
  expect(answers.filter((answer) => !answer.endsWith(' 200 '))).toEqual([]);
});

test('each statement of the file is one of ClickHouse, about one of its users', async () => {
  for (const statement of await statements()) {
    const query_params = Object.fromEntries(users.map((user) => [user, user]));
    const result = await as.writer.query({ query: `explain ast ${statement}`, query_params });
    await result.text();
    expect(names.filter((name) => statement.includes(name))).not.toEqual([]);
  }
  // From 26.8 on, BACKUP and RESTORE need it.
  for (const user of ['tallyhouse_owner', 'tallyhouse_backup'])
    expect(await statements()).toContain(`grant file on *.* to ${user}`);
});

const counted =
  'select (select count() from dead_letters final)::UInt32 as letters, (select count() from pageviews final)::UInt32 as views';
const counts = () => rowsOf(as.writer, counted);

test.each(users)('%s may do nothing else', async (user) => {
  const own = user === 'reader under Compose' ? 'reader' : user;
  for (const query of [...refused['all of them'], ...refused[own]]) {
    // ACCESS_DENIED or READONLY.
    await expect(as[user].command({ query: named(query) }).then(() => query)).rejects.toMatchObject({
      code: expect.stringMatching(/^(497|164)$/),
    });
  }
});
