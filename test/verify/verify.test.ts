import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setPingRetention, singleServer } from '@tallyhouse/clickhouse';
import { consumerGroup } from '@tallyhouse/consumer';
import { createEmbeddedLog, type Log } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { dueDays, rebuildDay, settledTables } from '@tallyhouse/settle';
import { createBatchHandler } from '../../apps/consumer/src/consume.ts';
import { createDeadLetters } from '../../apps/consumer/src/dead-letters.ts';
import { createInsert } from '../../apps/consumer/src/insert.ts';
import { shareInserts } from '../../apps/consumer/src/shared-insert.ts';
import type { Check } from '../../apps/standalone/src/verify/check.ts';
import { checks } from '../../apps/standalone/src/verify/checks/index.ts';
import pageviewsSql from '../../apps/standalone/src/verify/checks/pageviews.sql';
import { checkReports } from '../../apps/standalone/src/verify/checks/reports.ts';
import sessionsSql from '../../apps/standalone/src/verify/checks/sessions.sql';
import { checkSettled } from '../../apps/standalone/src/verify/checks/settled.ts';
import { createPage } from '../../apps/standalone/src/verify/page.ts';
import { periodOf } from '../../apps/standalone/src/verify/period.ts';
import { type Reports, startReports } from '../../apps/standalone/src/verify/reports.ts';
import { verify } from '../../apps/standalone/src/verify/verify.ts';
import { createTestDatabase, pingRow, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

const now = Date.now();
const minutesAgo = (minutes: number) => now - minutes * 60_000;
const logger = createLogger('test', 'silent');

let db: TestDatabase;
let folder: string;
let log: Log;
let reports: Reports;

/** Three visits to two sites: a view and an engage ping of each pageview, a dropped ping, a dead letter. */
function load(): PingRow[] {
  return ['blog', 'blog', 'shop'].flatMap((site_id, visit) => {
    const begun = minutesAgo(60 - 10 * visit);
    const ids = { site_id, visitor_id: uuid7(begun), session_id: uuid7(begun) };
    return [0, 1].flatMap((view) => {
      const pinged_at = begun + view * 60_000;
      const pageview = { ...ids, pageview_id: uuid7(pinged_at), page_path: `/${visit}/${view}` };
      return [
        pingRow({ ...pageview, pinged_at, page_title: `Page ${view}`, country: 'NL', latitude: 52 }),
        pingRow({ ...pageview, pinged_at: pinged_at + 9000, type: 'engage', focus_time_ms: 9000 }),
      ];
    });
  });
}

let pings: PingRow[];

beforeEach(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'tallyhouse-verify-'));
  log = createEmbeddedLog({ folder: join(folder, 'log'), partitions: 1, retainMs: 3_600_000, logger });
  reports = await startReports({
    servers: singleServer(db.client),
    shards: undefined,
    logger,
    dashboardFolder: 'dist/dashboard',
  });
  pings = load();
  const dropped = pingRow({ pinged_at: minutesAgo(30), page_path: '', drop_reason: 'bot' });
  await store([...pings.map(encodeRow), encodeRow(dropped)], [Buffer.from('nonsense')]);
});
afterEach(async () => {
  await reports.close();
  await log.close();
  await db.drop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Stores messages through the log and the consumer, one list after the other: among good messages, a bad one is found by a dozen
 * inserts.
 */
async function store(first: Buffer[], ...later: Buffer[][]): Promise<void> {
  const deadLetterLog = createEmbeddedLog({
    folder: join(folder, 'dead-letters'),
    partitions: 1,
    retainMs: 3_600_000,
    logger,
  });
  const [writer, reader] = [log.writer(), log.reader(consumerGroup)];
  const append = async (values: Buffer[]) => {
    // One by one, so that each becomes a chunk of the log.
    for (const [index, value] of values.entries()) await writer.append([{ key: String(index), value }]);
  };
  const caughtUp = async () => {
    while ((await reader.lag()).some(({ end, committed }) => committed < end)) await sleep(20);
  };
  await append(first);
  const letters = deadLetterLog.writer();
  // Not the whole consumer, which might settle a day meanwhile.
  const handler = createBatchHandler({
    insertPings: shareInserts(createInsert(db.client)),
    deadLetters: createDeadLetters(letters, singleServer(db.client), logger, Date.now),
  });
  await reader.consume(handler, () => {});
  await caughtUp();
  for (const values of later) {
    await append(values);
    await caughtUp();
  }
  await writer.close();
  await reader.close();
  await letters.close();
  await deadLetterLog.close();
}

const run = (query: string) =>
  db.client.command({ query, clickhouse_settings: { mutations_sync: '1', lightweight_deletes_sync: '1' } });

/** The lines that the command prints: the differences, or all. */
async function verified(parts: { from?: number; to?: number; log?: Log; checks?: readonly Check[] } = {}) {
  let text = '';
  const output = {
    isTTY: false,
    write: (more: string) => {
      text += more;
      return true;
    },
  };
  const servers = singleServer(db.client).all;
  const period = await periodOf(servers, { from: parts.from, to: parts.to ?? Date.now() }, now);
  const subject = { servers, shards: undefined, log: parts.log ?? log, reports, ...period };
  const differing = await verify(parts.checks ?? checks, subject, createPage(output, Date.now), 1);
  const lines = text.trimEnd().split('\n');
  return { differing, lines, different: lines.filter((line) => !line.startsWith('ok')) };
}

/** All but settled days and reports, which most tests change nothing of and which take most of the time. */
const ofRows = checks.filter((check) => check !== checkSettled && check !== checkReports);

/** No day is settled yet. */
const settledNotRead = [
  'ok       settled_totals        0 days with a rebuild from the entity tables',
  'ok       settled_sources       0 days with a rebuild from the entity tables',
  'ok       settled_sessions      0 days with a rebuild from the entity tables',
  'ok       settled_pageviews     0 days with a rebuild from the entity tables',
  'ok       settled_visitors      0 days with a rebuild from the entity tables',
  'ok       settled_events        0 days with a rebuild from the entity tables',
  'ok       settled_paths         0 days with a rebuild from the entity tables',
];

const clean = [
  'ok       log, partition 0      14 offsets, 0 to 13',
  'ok       raw pings             13 pings; none delivered twice; 1 dead letter to put back',
  'ok       pageviews             6 ids rebuilt from raw pings',
  'ok       sessions              3 ids rebuilt from raw pings',
  'ok       visitors              3 ids rebuilt from raw pings',
  'ok       page titles           6 ids rebuilt from raw pings',
  'ok       events                0 ids rebuilt from raw pings',
  'ok       event ids             0 ids rebuilt from raw pings',
  ...settledNotRead,
  'ok       reports of blog       4 pageviews, 2 sessions in reports and exports',
  'ok       reports of shop       2 pageviews, 1 session in reports and exports',
];

test('nothing differs after a load', async () => {
  expect(await verified()).toEqual({ differing: 0, lines: clean, different: [] });
});

test('a settled day that differs from the entity tables is named', async () => {
  for (const table of settledTables) {
    for (const date of await dueDays(db.client, table))
      await rebuildDay(db.client, table, date, { lagMs: 0 });
  }
  expect((await verified()).different).toEqual([]);
  await run(`alter table settled_totals update views = views + 1 where site_id = 'shop' and minutes = 1440`);
  const { differing, different } = await verified();
  expect({ differing: differing > 0, different: different.join('\n') }).toEqual({
    differing: true,
    different: expect.stringMatching(/settled_totals +.*\n.*: 2 rows/),
  });
});

test.each([
  ['pageviews', pageviewsSql],
  ['sessions', sessionsSql],
])('the check of %s compares every column that is stored', async (table, sql) => {
  const result = await db.client.query({
    query: `select name from system.columns
      where database = currentDatabase() and table = {table:String} and default_kind != 'ALIAS'`,
    query_params: { table },
    format: 'JSONEachRow',
  });
  const names = (await result.json<{ name: string }>()).map(({ name }) => name);
  expect(names.filter((name) => !new RegExp(`^ +${name},?$`, 'm').test(sql))).toEqual([]);
});

test('an event that differs from its ping is named, and an id that lost its first event', async () => {
  const order = { pinged_at: minutesAgo(40), event: 'Order', event_id: 'order-1', page_path: '/thanks' };
  const first = { ...order, pinged_at: minutesAgo(45), amount: '9.9', currency: 'EUR', props: { a: 'b' } };
  await store([order, first].map((ping) => encodeRow(pingRow(ping))));
  expect((await verified({ checks: ofRows })).lines).toEqual(
    expect.arrayContaining([
      'ok       events                2 ids rebuilt from raw pings',
      'ok       event ids             1 id rebuilt from raw pings',
    ]),
  );
  await run(`alter table events update amount = 9.91 where currency = 'EUR'`);
  await run('truncate table event_ids');
  const { different } = await verified({ checks: ofRows });
  expect(different).toEqual([
    expect.stringMatching(/^differs {2}events /),
    expect.stringMatching(/ of site blog differs from its ping$/),
    expect.stringMatching(/^differs {2}event ids /),
    '         - order-1 of site blog has no row',
    ...different.slice(4),
  ]);
});

test('redelivered rows are named, and are not an error', async () => {
  await run('system stop merges pings');
  await run('insert into pings select * from pings where log_offset < 5');
  const { differing, lines } = await verified();
  expect(differing).toBe(0);
  expect(lines[1]).toBe(
    'ok       raw pings             13 pings; 5 rows delivered twice, which counts once; 1 dead letter to put back',
  );
});

test('a ping that its producer appended twice is not an error, whichever of its rows remains', async () => {
  await store([
    encodeRow(pings[3] ?? pingRow({ pinged_at: now })),
    encodeRow(pingRow({ pinged_at: now - 1 })),
  ]);
  await run('optimize table pings final');
  const { differing, lines } = await verified({ checks: ofRows });
  expect(lines[0]).toBe('ok       log, partition 0      16 offsets, 0 to 15');
  expect(differing).toBe(0);
});

test('a missing raw row is named by its offset, and by the rows that depend on it', async () => {
  await run('delete from pings where log_offset in (4, 5)');
  const gone = pings[4];
  expect(await verified({ checks: ofRows })).toMatchObject({
    differing: 5,
    different: [
      'differs  log, partition 0      14 offsets, 0 to 13',
      '         - offsets 4 to 5: nothing stored, still in the log: tallyhouse replay stores it',
      'differs  pageviews             6 ids rebuilt from raw pings',
      `         - ${gone?.pageview_id} of site blog has no ping`,
      'differs  sessions              3 ids rebuilt from raw pings',
      `         - ${gone?.session_id} of site blog differs from its pings`,
      'differs  visitors              3 ids rebuilt from raw pings',
      `         - ${gone?.visitor_id} of site blog has no ping at the first-seen time of its row`,
      'differs  page titles           6 ids rebuilt from raw pings',
      `         - ${gone?.page_path} of site blog has no ping with the title of its row`,
    ],
  });
});

test('a row that is no longer in the log is reported differently', async () => {
  await run('delete from pings where log_offset = 1');
  const empty = createEmbeddedLog({ folder: join(folder, 'other'), partitions: 1, retainMs: 0, logger });
  const { different } = await verified({ log: empty, checks: ofRows });
  await empty.close();
  expect(different.slice(0, 2)).toEqual([
    'differs  log, partition 0      14 offsets, 0 to 13',
    '         - offset 1: nothing stored, no longer in the log: lost, or appended twice by a producer and merged',
  ]);
});

test('messages that were committed and never stored are named', async () => {
  await run('truncate table pings');
  await run('truncate table dead_letters');
  const { different } = await verified({ from: minutesAgo(600), to: Date.now() + 1000, checks: ofRows });
  expect(different.slice(0, 2)).toEqual([
    'differs  log, partition 0      14 offsets, 0 to 13',
    '         - offsets 0 to 13: nothing stored, still in the log: tallyhouse replay stores it',
  ]);
});

test('a row that differs from its pings is named, whichever column it is', async () => {
  const change = (table: string, id: string, column: string, value: string) =>
    run(`insert into ${table} select * replace (${value} as ${column}) from ${table} final
      where ${table === 'sessions' ? 'session_id' : 'pageview_id'} = '${id}'`);
  // Each pageview has two pings, each session four.
  const [first, second, third] = [pings[0], pings[2], pings[8]];
  await change('pageviews', first?.pageview_id ?? '', 'focus_time_ms', '10000');
  await change('pageviews', second?.pageview_id ?? '', 'page_path', "''");
  await change('pageviews', third?.pageview_id ?? '', 'exited_at', 'exited_at + interval 1 second');
  await change('sessions', first?.session_id ?? '', 'last_seen_at', 'last_seen_at + interval 1 second');
  await change(
    'sessions',
    third?.session_id ?? '',
    'last_pageview_id',
    "reinterpretAsUUID(unhex(repeat('ff', 16)))",
  );
  const { differing, different } = await verified({ checks: ofRows });
  expect(differing).toBe(2);
  const wrong = (site: string, id: string | undefined) =>
    `         - ${id} of site ${site} differs from its pings`;
  expect(different.filter((line) => line.startsWith('differs'))).toEqual([
    expect.stringMatching(/^differs {2}pageviews /),
    expect.stringMatching(/^differs {2}sessions /),
  ]);
  expect(different.filter((line) => line.startsWith(' ')).sort()).toEqual(
    [
      wrong('blog', first?.pageview_id),
      wrong('blog', second?.pageview_id),
      wrong('shop', third?.pageview_id),
      wrong('blog', first?.session_id),
      wrong('shop', third?.session_id),
    ].sort(),
  );
});

test.each([
  ['later', '+', 'was seen earlier than its row states'],
  ['earlier', '-', 'has no ping at the first-seen time of its row'],
])('a visitor who was first seen %s is named', async (_name, sign, difference) => {
  const visitor = pings[0]?.visitor_id;
  await run(`create table copy as visitors`);
  await run(
    `insert into copy select * replace (first_seen_at ${sign} interval 1 second as first_seen_at) from visitors final`,
  );
  await run(`exchange tables copy and visitors`);
  const { different } = await verified({ checks: ofRows });
  expect(different).toContainEqual(`         - ${visitor} of site blog ${difference}`);
  expect(different).toContainEqual(expect.stringMatching(/^differs {2}visitors /));
});

test.each([
  ['newer', '+', 'has no ping with the title of its row'],
  ['older', '-', 'has a newer title in its pings'],
])('a page with a title that is %s than its pings is named', async (_name, sign, difference) => {
  await run('create table copy as page_titles');
  await run(`insert into copy select site_id, page_path, (title.1 ${sign} interval 1 second, title.2)
    from page_titles final`);
  await run('exchange tables copy and page_titles');
  const { different } = await verified({ checks: ofRows });
  expect(different).toEqual([
    expect.stringMatching(/^differs {2}page titles /),
    expect.stringMatching(new RegExp(` of site blog ${difference}$`)),
    ...different.slice(2),
  ]);
});

test('missing rows of views are named: five of them, and the number of the others', async () => {
  for (const table of ['pageviews', 'sessions', 'visitors']) await run(`truncate table ${table}`);
  const { differing, different } = await verified({ checks: ofRows });
  expect(differing).toBe(3);
  expect(different.filter((line) => line.endsWith('has no row'))).toHaveLength(5 + 3 + 3);
  expect(different).toContain('         - and 1 id more');
  expect(different).toContain(`         - ${pings[8]?.session_id} of site shop has no row`);
});

test('a row without any ping is named', async () => {
  const stray = uuid7(minutesAgo(40));
  await run(
    `insert into sessions select * replace (toUUID('${stray}') as session_id) from sessions final limit 1`,
  );
  const { different } = await verified({ checks: ofRows });
  expect(different).toContain(`         - ${stray} of site blog has no ping`);
});

test.each(['pageviews', 'sessions'])('a row of %s in the hour of another session is named', async (table) => {
  await run(`insert into ${table} select * replace (session_hour - interval 1 hour as session_hour) from ${table} final
    where session_id = '${pings[8]?.session_id}' limit 1`);
  const { different } = await verified({ checks: ofRows });
  expect(different[0]).toMatch(new RegExp(`^differs {2}${table} `));
  expect(different[1]).toMatch(/ of site shop (differs from its pings|has no ping)$/);
});

test('nothing outside the period is checked', async () => {
  await run('truncate table visitors');
  const { differing, lines } = await verified({ from: minutesAgo(200), to: minutesAgo(190) });
  expect(differing).toBe(0);
  expect(lines).toEqual([
    'ok       log, partition 0      no messages in this period',
    'ok       raw pings             0 pings; none delivered twice; 0 dead letters to put back',
    'ok       pageviews             0 ids rebuilt from raw pings',
    'ok       sessions              0 ids rebuilt from raw pings',
    'ok       visitors              0 ids rebuilt from raw pings',
    'ok       page titles           0 ids rebuilt from raw pings',
    'ok       events                0 ids rebuilt from raw pings',
    'ok       event ids             0 ids rebuilt from raw pings',
    ...settledNotRead,
    'ok       reports of blog       0 pageviews, 0 sessions in reports and exports',
    'ok       reports of shop       0 pageviews, 0 sessions in reports and exports',
  ]);
});

test('pings that RETENTION_PINGS removed are not an error', async () => {
  const old = { visitor_id: uuid7(minutesAgo(3 * 1440)), session_id: uuid7(minutesAgo(3 * 1440)) };
  await store([encodeRow(pingRow({ pinged_at: minutesAgo(3 * 1440), ...old }))]);
  await store([encodeRow(pingRow({ ...old, session_id: uuid7(now - 2), pinged_at: now - 1 }))]);
  await setPingRetention(db.client, 2);
  await run('optimize table pings final');
  const { differing, lines } = await verified();
  expect(lines).toContain(
    'ok       raw pings             14 pings; none delivered twice; 1 dead letter to put back',
  );
  expect(differing).toBe(0);
});

describe('the command', () => {
  const command = (args: string[], changed: Record<string, string> = {}) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const { PATH = '', HOME = '' } = process.env;
      const env = {
        PATH,
        HOME,
        DATA_DIR: folder,
        CLICKHOUSE_URL: db.url,
        CLICKHOUSE_DATABASE: db.database,
        ...changed,
      };
      execFile(process.execPath, ['dist/verify.js', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  test('exits with 0 when nothing differs', async () => {
    const { code, stdout } = await command([]);
    expect(stdout).toMatch(new RegExp(`^Database ${db.database}, from `));
    expect(stdout.split('\n').slice(2)).toEqual([...clean, '', 'Nothing differs.', '']);
    expect(code).toBe(0);
  });

  test('exits with 1 when something differs', async () => {
    await run('truncate table visitors');
    const { code, stdout } = await command(['--from', '1d']);
    expect(stdout).toMatch(/differs {2}visitors.*\n1 thing above differs\.\n$/s);
    expect(code).toBe(1);
  });

  test('exits with 1 and a remedy when there is nothing to check', async () => {
    expect(await command([], { CLICKHOUSE_URL: 'http://127.0.0.1:1' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ClickHouse does not respond at 127.0.0.1:1'),
    });
    expect(await command([], { CLICKHOUSE_DATABASE: 'system' })).toMatchObject({
      code: 1,
      stderr: 'Tables are missing in the database system: run tallyhouse migrate first.\n',
    });
    expect(await command([], { DATA_DIR: join(folder, 'nowhere') })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no log in'),
    });
  });

  test('exits with 2 and the usage for wrong arguments', async () => {
    expect(await command(['--form', '1d'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--form'),
    });
    expect(await command(['--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: tallyhouse verify'),
    });
  });
});
