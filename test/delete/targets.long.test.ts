import { setTimeout as sleep } from 'node:timers/promises';
import { singleServer } from '@tallyhouse/cluster';
import { whileLocked } from '@tallyhouse/deletion';
import { eraseRows } from '@tallyhouse/deletion/erase';
import { interrupted, makePlan } from '@tallyhouse/deletion/plan';
import { survivors } from '@tallyhouse/deletion/prove';
import type { PingRow } from '@tallyhouse/ping';
import { settledTables } from '@tallyhouse/settle';
import { withStage } from '@tallyhouse/settle/rebuild';
import { forAllTests, now } from '../api/query-service.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { deleteFrom, startStored, type Target } from './database.ts';
import {
  isView,
  middleDay,
  pingsOf,
  reportsOf,
  reportsOfAll,
  sessionsBefore,
  views,
  visitor,
} from './traffic.ts';

/** The same traffic on a site for each kind of deletion. */
const targets = {
  visitor: { kind: 'visitor', site: 'of-visitor', id: visitor },
  session: { kind: 'session', site: 'of-session', id: views[0]?.session_id ?? '' },
  ip: { kind: 'ip', site: 'of-ip', address: '203.0.113.1' },
  before: { kind: 'before', site: 'of-before', day: middleDay },
  site: { kind: 'site', site: 'of-site' },
} as const satisfies Record<string, Target>;

/** The sessions that a deletion takes. */
function sessionsOf(about: Target): Set<string> {
  if (about.kind === 'before') return sessionsBefore;
  const doomed = views.filter((ping) => {
    if (about.kind === 'visitor') return ping.visitor_id === about.id;
    if (about.kind === 'session') return ping.session_id === about.id;
    return about.kind === 'ip' && ping.ip === about.address;
  });
  return new Set(doomed.map(({ session_id }) => session_id));
}

function remains(about: Target) {
  const sessions = sessionsOf(about);
  return (ping: PingRow) => {
    if (about.kind === 'site' || sessions.has(ping.session_id)) return false;
    if (isView(ping)) return true;
    if (about.kind === 'visitor') return ping.visitor_id !== about.id;
    if (about.kind === 'ip') return ping.ip !== about.address;
    return about.kind !== 'before' || ping.pinged_at >= Date.parse(about.day);
  };
}

/** Before the name of a site: its twin, which never had what is deleted. */
const twin = 'twin.';
const stay = ['of-nobody', `${twin}of-nobody`].flatMap(pingsOf);
/** For the other tests: of one day, as each deletion rebuilds all days. */
const elsewhere = 'elsewhere';
const there = pingsOf(elsewhere).filter(({ pinged_at }) => pinged_at >= Date.parse(middleDay));
const all = Object.values(targets);
const sites = [...all.map(({ site }) => site), 'of-nobody'];
const twins = sites.map((site) => twin + site);
/** Each report of one site in turn, and some of all of them. */
const reportsAbout = (some: readonly string[]) => [
  ...some.flatMap((site, index) => reportsOf(site).filter((_, report) => report % some.length === index)),
  ...reportsOfAll(some).filter((_, index) => index % 3 === 0),
];

/** The rows of sites in the tables that reports read where no day is settled. */
const rowsOfSites = (some: readonly string[]) =>
  Promise.all(
    ['sessions', 'pageviews', 'visitors', 'events', 'page_titles'].map((table) =>
      stored.rows(`select replaceOne(site_id, '${twin}', '') as site, toUInt32(count()) as n,
          toString(sum(cityHash64(* except (site_id)))) as hash
        from ${table} final where site_id in ('${some.join("','")}') group by site order by site`),
    ),
  );

/** What reports say about sites, without the name of a twin. */
async function reported(some: readonly string[]): Promise<string[]> {
  return (await stored.ask(reportsAbout(some))).map((answer) => {
    const plain = (text: string) => text.replaceAll(twin, '');
    if (!answer.startsWith('/api/v1/sites?')) return plain(answer);
    const listed: { site_id: string }[] = JSON.parse(answer.slice(answer.indexOf('{'))).data;
    return plain(JSON.stringify(listed.filter(({ site_id }) => some.includes(site_id))));
  });
}

const stored = forAllTests(() => {
  const each = all.flatMap((about) => [
    ...pingsOf(about.site),
    ...pingsOf(twin + about.site).filter(remains(about)),
  ]);
  return startStored([...stay, ...there, ...each], now);
});
beforeAll(() => stored.settle());

test('a visitor, a session, an address, the time before a day, a site: each is gone, stays gone, and nothing else changes', async () => {
  const about = targets.visitor;
  // A table of another build still has the rows.
  const from = named('settled_sessions');
  for (const query of ['create table settled_sessions as', 'insert into settled_sessions select * from'])
    await stored.client.command({ query: `${query} ${from}` });
  expect(await stored.tablesWith(about.site, [visitor])).toEqual(
    expect.arrayContaining([
      'pings',
      'sessions',
      'pageviews',
      'visitors',
      named('settled_sessions'),
      'settled_sessions',
      named('settled_visitors'),
    ]),
  );
  expect(await stored.delete(about, false)).toContain('Nothing was changed.');
  // Before the deletions, which might change the twins too.
  const rows = await rowsOfSites(twins);
  const expected = await reported(twins);
  expect(expected.filter((answer) => !answer.includes(' 200 ') && !answer.startsWith('['))).toEqual([]);
  for (const about of all) {
    expect(await stored.delete(about)).toMatch(
      /pageviews +[1-9]\d* rows(.|\n)*No table has anything of it\./,
    );
  }
  expect(await rowsOfSites(sites)).toEqual(rows);
  expect(await reported(sites)).toEqual(expected);
  // ClickHouse keeps the texts of mutations: they name nobody.
  const values = [visitor, targets.session.id, targets.ip.address].join('|');
  const kept = `select command from system.mutations where database = currentDatabase() and match(command, '${values}')`;
  expect(await stored.rows(kept)).toEqual([]);

  // The log read again as a whole, a late ping in a new session, a dead letter put back: all go through the same insert.
  await stored.store(all.flatMap(({ site }) => pingsOf(site)));
  const last = pingsOf(about.site).find((ping) => isView(ping) && ping.visitor_id === visitor);
  const late = {
    ...(last as PingRow),
    ping_id: uuid7(now),
    session_id: uuid7(now - 60_000),
    pinged_at: now - 60_000,
  };
  await stored.store([late]);
  expect(await rowsOfSites(sites)).toEqual(rows);
  await stored.settle();
  for (const about of all) expect(await stored.tablesWith(about.site, sessionsOf(about))).toEqual([]);
  expect(await stored.tablesWith(about.site, [visitor, late.session_id])).toEqual([]);
  const { site } = targets.site;
  expect(await stored.tablesOf(site)).toEqual([]);
  // A site that is used again counts from then on.
  const [ping] = pingsOf(site).filter(isView);
  const at = Date.now() + 1000;
  await stored.store([ping as PingRow, { ...(ping as PingRow), ping_id: uuid7(at), received_at: at }]);
  expect(await stored.rows(`select toUInt32(count()) as n from pageviews where site_id = '${site}'`)).toEqual(
    [{ n: 1 }],
  );

  // Each ping stays accounted for.
  const gone = pingsOf(about.site).filter((ping) => !remains(about)(ping));
  expect(
    await stored.rows(
      `select toUInt32(uniqExact(ping_id)) as n from pings where site_id = 'of-visitor' and drop_reason = 'forgotten'`,
    ),
  ).toEqual([{ n: new Set([...gone, late].map(({ ping_id }) => ping_id)).size }]);
});

test('meanwhile a site whose last ping stays is not silent', async () => {
  const lastPing = `select toString(max(last_ping_at)) as at from changed_days where site_id = '${elsewhere}'`;
  const [last] = await stored.rows(lastPing);
  const seen = new Set<string>();
  const watching = Object.assign(Object.create(stored.client), {
    query: async (question: Parameters<typeof stored.client.query>[0]) => {
      seen.add(JSON.stringify(await stored.rows(lastPing)));
      return stored.client.query(question);
    },
  });
  const early = there.filter(isView).sort((a, b) => a.pinged_at - b.pinged_at)[0]?.session_id ?? '';
  await deleteFrom(singleServer(watching).all, { ...targets.session, site: elsewhere, id: early });
  expect([...seen]).toEqual([JSON.stringify([last])]);
});

test('one that was interrupted is finished by the next run', async () => {
  const about = { ...targets.visitor, site: elsewhere };
  const report = { step() {}, show() {}, say() {} };
  await makePlan(singleServer(stored.client).all, about, { mark: true, report });
  await eraseRows(stored.client, about, report);
  const sessions = sessionsOf(about);
  expect(await stored.tablesWith(elsewhere, sessions)).toContain(named('settled_pageviews'));
  const [table] = settledTables;
  if (table === undefined) throw new Error('no settled tables');
  // A rebuild of another process has read what is deleted, and would bring it back.
  const rebuild = withStage(stored.client, table, middleDay, {}, async (stage) => {
    // Whatever it is asked for, it ends that one first.
    const id = there.find((ping) => isView(ping) && !sessions.has(ping.session_id))?.session_id ?? '';
    expect(await stored.delete({ ...targets.session, site: elsewhere, id })).toContain(
      `A deletion was interrupted: finishing visitor ${about.id}`,
    );
    const query = `alter table ${table.stored} replace partition '${middleDay}' from ${stage}`;
    await stored.client.command({ query });
  });
  await expect(rebuild).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' });
  expect(await stored.tablesWith(elsewhere, sessions)).toEqual([]);
  const marks = `select text from annotations where sites = ['${elsewhere}'] order by at desc limit 2`;
  expect(await stored.rows(marks)).toEqual(
    ['session', 'visitor'].map((what) => ({ text: `Deleted: a ${what}.` })),
  );
});

test('where another event of an id counts from now on, the path of its session has it, however many days later', async () => {
  const order = (days: number) => {
    const at = Date.parse(middleDay) + (12 - 24 * days) * 3_600_000;
    const ids = { site_id: 'orders', session_id: uuid7(at), pinged_at: at };
    return [pingRow(ids), pingRow({ ...ids, event: 'Purchase', event_id: 'order-7' })];
  };
  // Where nothing else is.
  const [first, later] = [order(40), order(20)];
  await stored.store([...first, ...later]);
  await stored.settle();
  const paths = named(`select toUInt32(countIf(node_2 != toFixedString('', 16))) as longer,
    toUInt32(count()) as all from settled_paths where site_id = 'orders'`);
  expect(await stored.rows(paths)).toEqual([{ longer: 1, all: 2 }]);
  await stored.delete({ kind: 'session', site: 'orders', id: first[0]?.session_id ?? '' });
  expect(await stored.rows(paths)).toEqual([{ longer: 1, all: 1 }]);
});

test('one that died while it was planned is planned again, because its pings are forgotten', async () => {
  const places = singleServer(stored.client).all;
  const report = { step() {}, show() {}, say() {} };
  const planHalf = async (about: Target, remember: boolean) => {
    await makePlan(places, about, { remember, report });
    const query = "alter table deleting delete where what != 'target' settings mutations_sync = 1";
    await stored.client.command({ query });
  };
  await planHalf({ ...targets.before, site: elsewhere }, false);
  expect(await interrupted(stored.client)).toBeUndefined();
  await stored.store([{ ...(stay[0] as PingRow), site_id: 'half' }]);
  await planHalf({ kind: 'site', site: 'half' }, true);
  expect(await stored.tablesOf('half')).not.toEqual([]);
  // When that fails again, it waits for the run after the next deletion.
  const other = { ...targets.session, site: elsewhere };
  let failures = 1;
  const failing = Object.assign(Object.create(stored.client), {
    command: async (params: Parameters<typeof stored.client.command>[0]) => {
      if (/insert into deleting/.test(params.query) && failures-- > 0) throw new Error('the disk is full');
      return stored.client.command(params);
    },
  });
  expect(await deleteFrom(singleServer(failing).all, other)).toMatch(
    /^site half, all of it was interrupted, and again: the disk is full\n(.|\n)*No table has anything of it\./m,
  );
  expect(await stored.tablesOf('half')).not.toEqual([]);
  expect(await stored.delete(other)).toContain('finishing site half');
  expect(await stored.tablesOf('half')).toEqual([]);
});

test('a row of somebody else that names the id is left, and holds up no other deletion; a refused message loses its content', async () => {
  const [id, other] = [uuid7(now), uuid7(now)];
  const visit = () => ({
    ...(stay.find(isView) as PingRow),
    site_id: elsewhere,
    ping_id: uuid7(now),
    session_id: uuid7(now),
    pageview_id: uuid7(now),
    pinged_at: now,
  });
  await stored.store([
    { ...visit(), page_path: `/users/${id}` },
    { ...visit(), visitor_id: other },
  ]);
  const about = { kind: 'visitor', site: elsewhere } as const;
  const left = /^Not everything is gone of visitor .*\n(.*\n)* {2}pageviews\.page_path: 1 row\n/;
  await expect(stored.delete({ ...about, id })).rejects.toThrow(left);
  const letter = { log_partition: 0, log_offset: 7, checksum: 'c'.repeat(64), value: `["${other}"` };
  // A letter is planned by itself, not by its bytes: another one of them may be too young for retention.
  const values = [letter, { ...letter, log_offset: 8, value: '[]' }].map((one) => ({
    ...one,
    site_id: elsewhere,
  }));
  await stored.client.insert({ table: 'dead_letters', values, format: 'JSONEachRow' });
  expect(await stored.delete({ ...about, id: other })).toMatch(
    /Not everything is gone of visitor (.|\n)*No table has anything of it\./,
  );
  expect(await stored.tablesWith(elsewhere, [other])).toEqual([]);
  // It stays counted.
  expect(await stored.rows('select value, reason from dead_letters final order by log_offset')).toEqual([
    { value: '', reason: 'forgotten' },
    { value: '[]', reason: '' },
  ]);
});

test('what cannot be done is said, and changes nothing', async () => {
  const about = { kind: 'site', site: elsewhere } as const;
  await expect(deleteFrom(singleServer(stored.database.reader).all, about)).rejects.toThrow(
    'ClickHouse does not let this user delete: ',
  );
  await expect(stored.delete({ ...about, site: 'elsewhree' })).rejects.toThrow(
    '--site elsewhree: nothing is stored of such a site. Stored: ',
  );
  expect(
    await stored.rows(`select count() > 0 as there from pageviews where site_id = '${elsewhere}'`),
  ).toEqual([{ there: 1 }]);
  const truncated = { kind: 'ip', site: elsewhere, address: '203.0.113.77' } as const;
  expect(await stored.delete(truncated, false)).toContain(
    '--ip 203.0.113.0 means all visits from that network',
  );
});

test('a stage of a rebuild that is dropped after the tables were listed holds nothing', async () => {
  const { client } = stored;
  await client.command({ query: named('create table settled_paths_stage_0 as settled_paths') });
  let asked = 0;
  const slow = Object.assign(Object.create(client), {
    query: async (question: Parameters<typeof client.query>[0]) => {
      if (asked++ === 1) await client.command({ query: 'drop table settled_paths_stage_0 sync' });
      return client.query(question);
    },
  });
  expect(await survivors(slow, { kind: 'visitor', site: 'blog', id: uuid7(Date.now()) })).toEqual([]);
  expect(asked).toBeGreaterThan(2);
});

test('a mutation that fails ends the command; the next run takes only a failure of its own time for one', async () => {
  const [about, { client }] = [{ kind: 'site', site: 'stuck' } as const, stored];
  await stored.store([{ ...(stay.find(isView) as PingRow), site_id: about.site }]);
  const stuck = `alter table sessions delete where throwIf(site_id = '${about.site}')`;
  await client.command({ query: stuck, clickhouse_settings: { mutations_sync: '0' } });
  await expect(stored.delete(about)).rejects.toThrow('ClickHouse cannot rewrite sessions: ');
  await client.command({ query: 'system stop merges sessions' });
  let looks = 0;
  const watched = Object.assign(Object.create(client), {
    query: async (question: Parameters<typeof client.query>[0]) => {
      if (/ from system\.mutations/.test(question.query.replaceAll(/\s+/g, ' '))) looks++;
      return client.query(question);
    },
  });
  const deleted = deleteFrom(singleServer(watched).all, about);
  await Promise.race([deleted, eventually(async () => looks > 1, true)]);
  const database = `database = '${stored.database.database}'`;
  await client.command({ query: `kill mutation where ${database} and command like '%throwIf%' sync` });
  await client.command({ query: 'system start merges sessions' });
  expect(await deleted).toContain('No table has anything of it.');
});

test('a shard that is added while a deletion looks for ids is noticed, once the others forget them', async () => {
  const { client } = stored;
  const [ping] = pingsOf('grown').filter(isView);
  await stored.store([ping as PingRow]);
  const about = { kind: 'session', site: 'grown', id: ping?.session_id ?? '' } as const;
  const counts = `select (select toUInt32(count()) from sessions where site_id = 'grown') as sessions,
    (select toUInt32(uniqExact(hash)) from forgotten where kind = 'session' and hash = SHA256('session grown ${about.id}')) as forgotten`;
  await client.command({ query: 'insert into shard_map settings async_insert = 0 values (0, 0, 2)' });
  await expect(stored.delete(about)).rejects.toThrow('A shard was added meanwhile');
  expect(await stored.rows(counts)).toEqual([{ sessions: 1, forgotten: 1 }]);
  await client.command({ query: 'truncate table shard_map' });
  expect(await stored.delete(about)).toContain('No table has anything of it.');
});

test('one at a time holds the lock, however many wait for it, and work that lost it fails', async () => {
  const { client, database } = stored;
  const lock = `query_id = 'a deletion in ${database.database}'`;
  const rowsRead = async () => {
    const [query] = await stored.rows(
      `select toUInt32(read_rows) as rows from system.processes where ${lock}`,
    );
    return Number(Object(query).rows);
  };
  let holders = 0;
  const work = async () => {
    expect(++holders).toBe(1);
    // It reads a row a second, and none after the one at which it notices that it was ended.
    const begun = await rowsRead();
    await eventually(async () => (await rowsRead()) > begun + 2, true);
    holders--;
  };
  // They try twice a second, each at its own moment.
  const waiting = async (index: number) => {
    await sleep(80 * index);
    await whileLocked(client, work, { waitMs: 600_000 });
  };
  await Promise.all(Array.from({ length: 6 }, (_, index) => waiting(index)));
  const query = `kill query where ${lock} sync`;
  await expect(whileLocked(client, () => client.command({ query }))).rejects.toThrow('was lost');
});
