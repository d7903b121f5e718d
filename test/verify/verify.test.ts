import { setPingRetention } from '@tallyhouse/schema';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { checkOffsets, checkSettled, checks } from '@tallyhouse/verify';
import { events, pageviews, sessions } from '../../packages/verify/src/checks/rebuilt.ts';
import { forAllTests } from '../api/shared-service.ts';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { ran } from '../harness/ran.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { checksOfRows, verified } from './verified.ts';
import { copyOf, load, minutesAfter, pings } from './world.ts';

const loaded = forAllTests(load);

type Copy = Awaited<ReturnType<typeof copyOf>>;

/** Damages a copy of the database with statements. */
async function withCopy(spoil: readonly string[], use: (db: Copy) => Promise<void>): Promise<void> {
  const db = await copyOf(loaded.db);
  try {
    await db.run(...spoil);
    await use(db);
  } finally {
    await db.drop();
  }
}

const ok = (name: string, compared: string) => `ok       ${name.padEnd(20)}  ${compared}`;

/** No day is settled yet. */
const settledNotRead = [
  'totals',
  'sources',
  'sessions',
  'pageviews',
  'visitors',
  'events',
  'paths',
  'crawls',
].map((name) => ok(`settled_${name}`, '0 days with a rebuild from the entity tables'));

const clean = [
  ok('log, partition 0', '16 offsets, 0 to 15'),
  ok('raw pings', '15 pings; none delivered twice; 1 dead letter to put back'),
  ok('pageviews', '6 ids rebuilt from raw pings'),
  ok('sessions', '3 ids rebuilt from raw pings'),
  ok('visitors', '3 ids rebuilt from raw pings'),
  ok('page titles', '6 ids rebuilt from raw pings'),
  ok('events', '2 ids rebuilt from raw pings'),
  ok('event ids', '1 id rebuilt from raw pings'),
  ...settledNotRead,
  ok('reports of blog', '4 pageviews, 2 sessions in reports and exports'),
  ok('reports of shop', '2 pageviews, 1 session in reports and exports'),
];

/** The same rows in another table, with some columns changed. */
const replaced = (table: string, columns: string) => [
  `create table new_${table} as ${table}`,
  `insert into new_${table} select ${columns} from ${table} final`,
  `exchange tables new_${table} and ${table}`,
];
/** Another row of an entity with a changed column: the table keeps the greatest of each value. */
const changed = (table: 'pageviews' | 'sessions', id: string | undefined, column: string, value: string) =>
  `insert into ${table} select * replace (${value} as ${column}) from ${table} final
    where ${table === 'sessions' ? 'session_id' : 'pageview_id'} = '${id}'`;

// Each pageview has two pings, each session four.
const [first, second, third, gone] = [pings[0], pings[2], pings[8], pings[4]];
const stray = uuid7(minutesAfter(5));
const wrong = (site: string, id: string | undefined) => `${id} of site ${site} differs from its pings`;

const log = 'log, partition 0';

interface Fault {
  plant: string[];
  by: string[];
  /** The differences shown, and the number of all. */
  named: unknown[];
  count?: number;
}

const faults: Record<string, Fault> = {
  'a missing raw row is named by its offset, and by the rows that depend on it': {
    plant: ['delete from pings where log_offset in (4, 5)'],
    by: [log, 'pageviews', 'sessions', 'visitors', 'page titles'],
    named: [
      'offsets 4 to 5: nothing stored, still in the log: tallyhouse replay stores it',
      `${gone?.pageview_id} of site blog has no ping`,
      wrong('blog', gone?.session_id),
      `${gone?.visitor_id} of site blog has no ping at the first-seen time of its row`,
      `${gone?.page_path} of site blog has no ping with the title of its row`,
    ],
    count: 5,
  },
  'messages that were committed and never stored are named': {
    plant: ['truncate table pings', 'truncate table dead_letters'],
    by: [log, 'pageviews', 'sessions', 'visitors', 'page titles', 'events', 'event ids'],
    named: ['offsets 0 to 15: nothing stored, still in the log: tallyhouse replay stores it'],
  },
  'rows that differ from their pings are named, whichever table and column it is': {
    plant: [
      changed('pageviews', first?.pageview_id, 'focus_time_ms', '10000'),
      changed('pageviews', second?.pageview_id, 'page_path', "''"),
      changed('pageviews', third?.pageview_id, 'exited_at', 'exited_at + interval 1 second'),
      changed('sessions', first?.session_id, 'last_seen_at', 'last_seen_at + interval 1 second'),
      changed(
        'sessions',
        third?.session_id,
        'last_pageview_id',
        `reinterpretAsUUID(unhex(repeat('ff', 16)))`,
      ),
      ...replaced('visitors', '* replace (first_seen_at + interval 1 second as first_seen_at)'),
      ...replaced('page_titles', 'site_id, page_path, (title.1 + interval 1 second, title.2)'),
      `alter table events update amount = 9.91 where currency = 'EUR'`,
      'truncate table event_ids',
    ],
    by: ['pageviews', 'sessions', 'visitors', 'page titles', 'events', 'event ids'],
    named: [
      wrong('blog', first?.pageview_id),
      wrong('blog', second?.pageview_id),
      wrong('shop', third?.pageview_id),
      wrong('blog', first?.session_id),
      wrong('shop', third?.session_id),
      `${first?.visitor_id} of site blog was seen earlier than its row states`,
      '/0/0 of site blog has no ping with the title of its row',
      expect.stringMatching(/ of site blog differs from its ping$/),
      'order-1 of site blog has no row',
    ],
  },
  'earlier times, older titles, rows without any ping and in the hour of another session are named': {
    plant: [
      ...replaced('visitors', '* replace (first_seen_at - interval 1 second as first_seen_at)'),
      ...replaced('page_titles', 'site_id, page_path, (title.1 - interval 1 second, title.2)'),
      `insert into sessions select * replace (toUUID('${stray}') as session_id) from sessions final limit 1`,
      changed('pageviews', third?.pageview_id, 'session_hour', 'session_hour - interval 1 hour'),
      changed('sessions', third?.session_id, 'session_hour', 'session_hour - interval 1 hour'),
    ],
    by: ['pageviews', 'sessions', 'visitors', 'page titles'],
    named: [
      `${first?.visitor_id} of site blog has no ping at the first-seen time of its row`,
      '/0/0 of site blog has a newer title in its pings',
      `${stray} of site blog has no ping`,
      expect.stringMatching(
        new RegExp(`${third?.pageview_id} of site shop (differs from its pings|has no ping)$`),
      ),
      expect.stringMatching(
        new RegExp(`${third?.session_id} of site shop (differs from its pings|has no ping)$`),
      ),
    ],
  },
  'missing rows are named: five of them, and the number of the others': {
    plant: ['pageviews', 'sessions', 'visitors'].map((table) => `truncate table ${table}`),
    by: ['pageviews', 'sessions', 'visitors'],
    named: [
      'and 1 id more',
      ...[first, gone, third].flatMap((ping) =>
        [ping?.session_id, ping?.visitor_id].map((id) => `${id} of site ${ping?.site_id} has no row`),
      ),
    ],
    count: 5 + 1 + 3 + 3,
  },
};

test.each(Object.entries(faults))('%s', (_name, { plant, by, named, count }) =>
  withCopy(plant, async ({ client }) => {
    // Not from the first ping on, because no earlier one may be left.
    const period = { from: minutesAfter(-1440) };
    const { differing, different } = await verified(client, loaded.log, checksOfRows, period);
    const [found, said] = [/^differs {2}(.{20})/, /^ {9}- (.*)$/].map((form) =>
      different.flatMap((line) => form.exec(line)?.[1]?.trimEnd() ?? []),
    );
    expect({ differing, found }).toEqual({ differing: by.length, found: by });
    expect(said).toEqual(expect.arrayContaining(named));
    if (count !== undefined) expect(said).toHaveLength(count);
    if (by[0] !== log || count === undefined) return;
    const empty = loaded.open('empty');
    const { lines } = await verified(client, empty, [checkOffsets], period);
    await empty.close();
    expect(lines[1]).toBe(
      '         - offsets 4 to 5: nothing stored, no longer in the log: lost, or appended twice by a producer and merged',
    );
  }),
);

/** Runs the program. */
const command = (args: string[], changed: Record<string, string> = {}) => {
  const { url: CLICKHOUSE_URL, database: CLICKHOUSE_DATABASE } = loaded.db;
  const env = { DATA_DIR: loaded.folder, CLICKHOUSE_URL, CLICKHOUSE_DATABASE, ...changed };
  return ran([process.execPath, 'dist/verify.js', ...args], { env });
};

test('the command exits with 0 when nothing differs', async () => {
  const { code, out } = await command([]);
  expect(out).toMatch(new RegExp(`^Database ${loaded.db.database}, from `));
  expect(out.split('\n').slice(2)).toEqual([...clean, '', 'Nothing differs.', '']);
  expect(code).toBe(0);
});

test('it exits with 1 and a remedy when there is nothing to check, or no ClickHouse', async () => {
  const errors = 'Tables are missing in the database default: run tallyhouse migrate first.\n';
  expect(await command([], { CLICKHOUSE_DATABASE: 'default' })).toMatchObject({ code: 1, errors });
  const away = expect.stringMatching(/^ClickHouse does not respond at 127\.0\.0\.1:1 .* Start the service/);
  const CLICKHOUSE_URL = 'http://127.0.0.1:1';
  expect(await command([], { CLICKHOUSE_URL })).toMatchObject({ code: 1, errors: away });
});

test('redelivered rows are named, and are not an error; a settled day that differs is one, unless it is outside the period', () =>
  withCopy(
    ['system stop merges pings', 'insert into pings select * from pings where log_offset < 5'],
    async ({ client, database, run }) => {
      const [date = ''] = new Date(minutesAfter(0)).toISOString().split('T');
      for (const table of settledTables.filter(({ name }) => /totals|sources/.test(name)))
        await rebuildDay(client, table, date, { lagMs: 0 });
      const withSettled = [...checksOfRows, checkSettled];
      const { differing, lines } = await verified(client, loaded.log, withSettled);
      expect(differing).toBe(0);
      expect(lines[1]).toBe(
        ok('raw pings', '15 pings; 5 rows delivered twice, which counts once; 1 dead letter to put back'),
      );
      await run(
        named(
          `alter table settled_totals update views = views + 1 where site_id = 'shop' and minutes = 1440`,
        ),
      );
      const { code, out } = await command(['--from', '99999d'], { CLICKHOUSE_DATABASE: database });
      expect(out).toMatch(/\ndiffers {2}settled_totals +.*\n.*: 2 rows(.|\n)*\n1 thing above differs\.\n$/);
      expect(code).toBe(1);

      const period = { from: minutesAfter(-1640), to: minutesAfter(-1630) };
      const outside = await verified(client, loaded.log, checks, period);
      expect(outside.lines).toEqual([
        ok(log, 'no messages in this period'),
        ok('raw pings', '0 pings; none delivered twice; 0 dead letters to put back'),
        ...['pageviews', 'sessions', 'visitors', 'page titles', 'events', 'event ids'].map((name) =>
          ok(name, '0 ids rebuilt from raw pings'),
        ),
        ...settledNotRead,
        ...['blog', 'shop'].map((site) =>
          ok(`reports of ${site}`, '0 pageviews, 0 sessions in reports and exports'),
        ),
      ]);
    },
  ));

test.each([pageviews, sessions, events])(
  'the check of $table compares every column that is stored',
  async ({ table, keys, columns }) => {
    const stored = `select name from system.columns
      where database = currentDatabase() and table = {table:String} and default_kind != 'ALIAS'`;
    const found = await rowsOf<{ name: string }>(loaded.db.client, stored, { table });
    const names = found.map(({ name }) => name);
    expect([...keys, ...Object.keys(columns), 'site_id'].sort()).toEqual(names.sort());
  },
);

test('a ping that its producer appended twice and pings that RETENTION_PINGS removed are not an error', async () => {
  const [at, days] = [minutesAfter(-3 * 1440), 2];
  const old = { visitor_id: uuid7(at), session_id: uuid7(at), pageview_id: uuid7(at) };
  const again = { ...old, session_id: uuid7(minutesAfter(40)), pageview_id: uuid7(minutesAfter(40)) };
  const more = [
    pingRow({ ...old, pinged_at: at }),
    pingRow({ ...again, pinged_at: minutesAfter(40) }),
    // The same ping as offset 3, and another one after it.
    pings[3] ?? pingRow({ pinged_at: at }),
    pingRow({ pinged_at: minutesAfter(50) }),
  ];
  const twice = await load(more);
  const { client } = twice.db;
  await setPingRetention(client, days);
  await client.command({ query: 'optimize table pings final' });
  const { differing, lines } = await verified(client, twice.log, checksOfRows);
  await twice.drop();
  expect(lines[0]).toBe(ok('log, partition 0', '20 offsets, 0 to 19'));
  expect(lines).toContain(ok('raw pings', '17 pings; none delivered twice; 1 dead letter to put back'));
  expect(differing).toBe(0);
});
