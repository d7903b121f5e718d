/** A copy of daily numbers equals the views if it remembers the largest `changed_at`, and reads only later changes the next time. */
import type { PingRow } from '@tallyhouse/ping';
import { forAllTests, now } from '../api/query-service.ts';
import { startStored, type Target } from '../delete/database.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { numberedId } from '../harness/uuid7.ts';
import { createBiDatabase } from './bi-database.ts';

const stored = forAllTests(() => startStored([], now));
const bi = forAllTests(() => createBiDatabase(stored.database));

const at = (days: number) => now - days * 86_400_000;
const dateOf = (days: number) => new Date(at(days)).toISOString().slice(0, 10);
const visitor = (number: number) => numberedId(at(60), number);
const session = (number: number, days: number) => numberedId(at(days), number);

/** A pageview, and a session as old as it. */
const view = (number: number, days: number, parts: Partial<PingRow> = {}) =>
  pingRow({ pinged_at: at(days), visitor_id: visitor(number), session_id: session(number, days), ...parts });
const signup = (days: number, parts: Partial<PingRow> = {}) => view(1, days, { event: 'Signup', ...parts });

/** Two visitors who come 20, 15, 10 and 5 days ago. One signs up long after the visit that the event names. */
const history = [
  ...[20, 15, 10, 5].flatMap((days) => [view(1, days), view(2, days)]),
  signup(8, { session_id: session(1, 20) }),
];

async function numbers(site: string, of = 'true') {
  const rows = await bi.rows(
    `select toString(date), sum(views), sum(visits), sum(new_visits), groupUniqArrayArray(sources) from (
      select date, pageviews as views, sessions as visits, 0 as new_visits, [] as sources from bi.days where site_id = '${site}'
      union all
      select date, 0, 0, 1, [] from bi.sessions where site_id = '${site}' and is_new
      union all
      select date, 0, 0, 0, [toString(source)] from bi.events where site_id = '${site}'
    ) where ${of} group by date`,
  );
  return rows.sort();
}

/** Copies changed days as an incremental model does. */
function modelOf(site: string) {
  const copied = new Map<string, unknown[]>();
  let remembered = '1970-01-01 00:00:00.000';
  return {
    rows: () => [...copied.values()].sort(),
    async update(): Promise<string[]> {
      const changed = 'select toString(date), toString(changed_at) as at from bi.changed_days';
      const rows = await bi.rows(`${changed} where site_id = '${site}' order by at`);
      const later = rows.filter(([, at]) => String(at) > remembered);
      const dates = later.map(([date]) => String(date)).sort();
      remembered = String(rows.at(-1)?.[1] ?? remembered);
      for (const date of dates) copied.delete(date);
      const list = dates.map((date) => `'${date}'`).join();
      if (list !== '')
        for (const row of await numbers(site, `date in (${list})`)) copied.set(String(row[0]), row);
      return dates;
    },
  };
}

type Change = (site: string) => Promise<unknown>;
const stores =
  (...pings: PingRow[]): Change =>
  (site_id) =>
    stored.store(pings.map((ping) => ({ ...ping, site_id })));
const deletes =
  (target: (site: string) => Target): Change =>
  (site) =>
    stored.delete(target(site));

const firstOfSecond = (site: string): Target => ({ kind: 'session', site, id: session(2, 20) });
const twelveDaysOn = (site: string): Target => ({ kind: 'before', site, day: dateOf(12) });

test.each<[string, Change, changed: number[]]>([
  ['a late pageview', stores(view(1, 10, { pageview_id: numberedId(at(10), 9) })), [10]],
  ['an import of a day before all others', stores(view(3, 40)), [40]],
  ['an event that a server sends', stores(signup(12, { session_id: session(0, 12) })), [12]],
  [
    'a session whose source a late ping changes, for an event long after it',
    stores(view(1, 20.001, { session_id: session(1, 20), source: 'X' })),
    [20, 8],
  ],
  ['a first visit that moves, for is_new alone', stores(view(2, 30)), [30, 20]],
  ['a deleted visitor', deletes((site) => ({ kind: 'visitor', site, id: visitor(2) })), [20, 15, 10, 5]],
  ['a deleted first visit, for is_new alone', deletes(firstOfSecond), [20, 15]],
  ['what a site keeps no longer', deletes(twelveDaysOn), [20, 15, 10, 8]],
  ['a deleted site', deletes((site) => ({ kind: 'site', site })), [20, 15, 10, 8, 5]],
])('%s', async (name, change, changed) => {
  const site = name.replaceAll(' ', '-').replaceAll(',', '');
  await stores(...history)(site);
  await stored.unsettle();
  await stored.settle();
  const model = modelOf(site);
  expect(await model.update()).toEqual([20, 15, 10, 8, 5].map(dateOf));
  expect(model.rows()).toEqual(await numbers(site));
  expect(await model.update()).toEqual([]);

  await change(site);
  expect(model.rows()).not.toEqual(await numbers(site));
  expect(await model.update()).toEqual(expect.arrayContaining(changed.map(dateOf)));
  expect(model.rows()).toEqual(await numbers(site));
  const days = await bi.rows(`select toString(date) from bi.changed_days where site_id = '${site}'`);
  expect(days.flat().sort()).toEqual([...new Set([...[20, 15, 10, 8, 5], ...changed])].map(dateOf).sort());
});

test('a change counts as of this moment until everybody can read it, and then as of two minutes after its insert began', async () => {
  const changes = async (ago: string) => {
    await stored.client.command({
      query: `alter table changed_days update changed_at = now64(3, 'UTC') - interval ${ago} where site_id = 'moments' settings mutations_sync = 1`,
    });
    return bi.rows(`select date, changed_at < now64(3) + interval 30 second, changed_at > now64(3) - interval 30 second,
      changed_at > now64(3) - interval 1 hour from bi.changed_days where site_id = 'moments'`);
  };
  await stores(view(1, 3))('moments');
  expect(await changes('1 second')).toEqual([[dateOf(3), 1, 1, 1]]);
  expect(await changes('1 hour')).toEqual([[dateOf(3), 1, 0, 1]]);
});
