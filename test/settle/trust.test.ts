import { only, select } from '@tallyhouse/clickhouse';
import {
  chooseTables,
  createTrust,
  dueDays,
  type Read,
  type SettledTableName,
  settledTables,
} from '@tallyhouse/settle';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { emptyTables } from './empty-tables.ts';
import { settleDays } from './settle-days.ts';

const hour = 3_600_000;
const day = 24 * hour;
const date = '2026-10-14';
const midnight = Date.parse(date);
const views: SettledTableName[] = ['settled_pageviews', 'settled_sessions'];

const db = forAllTests(createTestDatabase);
/** With the rights of the query app. */
const read: Read = (query, row) => select(db.reader, query, row);
beforeEach(() => emptyTables(db));

function visit(at: number, about: { site_id?: string; visitor_id?: string } = {}) {
  return { pinged_at: at, session_id: uuid7(at), pageview_id: uuid7(at), visitor_id: uuid7(at), ...about };
}

/** @param lagMs how far the watermark is in the past */
const settle = (dates: string[], lagMs = 0, tables = views) =>
  settleDays(db.client, dates, { lagMs }, tables);

async function daysOf(
  trust: ReturnType<typeof createTrust>,
  tables: readonly SettledTableName[],
  sites: readonly string[] | undefined,
  range: { start: number; end: number },
) {
  const trusted = await trust(read, [tables], sites, range);
  return only(await trusted.days(chooseTables([trusted])));
}

/** The states of the day before, the day and the day after. A day outside all runs has no rows. */
async function states(
  tables: readonly SettledTableName[],
  { siteId, trust = createTrust() }: { siteId?: string; trust?: ReturnType<typeof createTrust> } = {},
): Promise<string[]> {
  const range = { start: midnight - day, end: midnight + 2 * day };
  const { runs } = await daysOf(trust, tables, siteId === undefined ? undefined : [siteId], range);
  return [midnight - day, midnight, midnight + day].map(
    (at) => runs.find(({ from, until }) => from <= at && at < until)?.state ?? 'settled',
  );
}

test('up to 100 changed sessions are named; more are to be looked up', async () => {
  await insertPings(db.client, [visit(midnight + 12 * hour)]);
  await settle([date, '2026-10-15']);
  const named = async (siteId: string) => {
    const range = { start: midnight, end: midnight + day };
    return (await daysOf(createTrust(), views, [siteId], range)).changedSessions;
  };
  const about = () => ({ visitor_id: uuid7(midnight - hour / 2) });
  const visits = Array.from({ length: 100 }, () => visit(midnight + 13.5 * hour, about()));
  // Delivered again: each counts once.
  await insertPings(db.client, visits);
  await insertPings(db.client, visits);
  const sessions = await named('blog');
  expect(sessions).toHaveLength(100);
  for (const { session_id: sessionId, visitor_id: visitorId } of visits) {
    const hours = { sessionHour: midnight + 13 * hour, visitorHour: midnight - hour };
    expect(sessions).toContainEqual({ ...hours, sessionId, visitorId });
  }
  expect(await named('other')).toBeUndefined();
  await insertPings(db.client, [visit(midnight + 14 * hour)]);
  expect(await named('blog')).toBeUndefined();
});

test('after many changes, as of an import, changed days are live: no report keeps so many sessions in memory', async () => {
  await insertPings(db.client, [visit(midnight + 12 * hour)]);
  await settle([date, '2026-10-15']);
  const trust = createTrust({ mostChanged: 2 });
  await insertPings(db.client, [visit(midnight + 13 * hour), visit(midnight + 14 * hour)]);
  expect(await states(views, { trust })).toEqual(['settled', 'changed', 'changed']);
  await insertPings(db.client, [visit(midnight + 15 * hour)]);
  expect(await states(views, { trust })).toEqual(['settled', 'live', 'live']);
  expect(await states(views, { trust, siteId: 'other' })).toEqual(['settled', 'settled', 'settled']);
});

test('a change of one site does not make the days of another one live', async () => {
  await insertPings(db.client, [visit(midnight + 12 * hour, { site_id: 'shop' })]);
  expect(await states(views, { siteId: 'blog' })).toEqual(['settled', 'settled', 'settled']);
  expect(await states(views, { siteId: 'shop' })).toEqual(['settled', 'live', 'live']);
  expect(await states(views)).toEqual(['settled', 'live', 'live']);
});

test('a rebuild in progress is not trusted: its stage is ignored', async () => {
  await insertPings(db.client, [visit(midnight + 12 * hour)]);
  await settle([date]);
  const stage = `${named('settled_pageviews')}_stage_${'0'.repeat(32)}`;
  const command = (query: string) => db.client.command({ query: named(query) });
  await command(`create table ${stage} as settled_pageviews`);
  await command(`insert into ${stage} select * from settled_pageviews where site_id != ''`);
  await command(`alter table settled_pageviews drop partition '${date}'`);
  expect(await states(views)).toEqual(['settled', 'live', 'live']);
  expect(await states(['settled_sessions'])).toEqual(['settled', 'settled', 'live']);
  await db.client.command({ query: `drop table ${stage}` });
});

test('paths of sessions are live and due after a pageview, after an event of the session, however late, and after it moved to another one', async () => {
  const table = settledTables.find(({ name }) => name === 'settled_paths');
  if (table === undefined) throw new Error('no such table');
  const began = visit(midnight + 12 * hour);
  const dates = [date, '2026-10-15'];
  const event = (after: number, session_id = began.session_id) => ({
    ...began,
    session_id,
    pinged_at: midnight + after * day,
    event: 'Signup',
    event_id: 'one',
  });
  await insertPings(db.client, [began]);
  await settle(dates);
  // The earliest of two events with one id counts, and the other one's session loses it.
  const moved = event(10, uuid7(midnight - 90 * day));
  for (const change of [visit(midnight + 13 * hour), event(20), moved]) {
    await settle(dates, 0, ['settled_paths']);
    expect(await states(['settled_paths'])).toEqual(['settled', 'settled', 'settled']);
    expect(await dueDays(db.client, table)).not.toEqual(expect.arrayContaining([date]));
    await insertPings(db.client, [change]);
    expect(await states(['settled_paths'])).toEqual(['settled', 'live', 'live']);
    expect(await dueDays(db.client, table)).toEqual(expect.arrayContaining(['2026-10-15', date]));
  }
  expect(await states(views)).toEqual(['settled', 'changed', 'changed']);
});
