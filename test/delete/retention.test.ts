import { singleServer } from '@tallyhouse/cluster';
import { startRetentionLoop } from '@tallyhouse/deletion';
import { eraseRows } from '@tallyhouse/deletion/erase';
import { makePlan } from '@tallyhouse/deletion/plan';
import type { PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { noSites } from '@tallyhouse/sites';
import { now, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { startStored } from './database.ts';
import { began, isView, middleDay, pingsOf, reportsOf } from './traffic.ts';

/** A view of a day near which nothing else is, and the state of that day. */
const longAgo = Date.parse(middleDay) - 20 * 86_400_000;
const ofOld = { ...visit(longAgo), pageview_id: uuid7(longAgo), pinged_at: longAgo };
const old = pingsOf('short').filter(isView).slice(0, 1);
const changes = `select fact from changed_days where site_id = 'short' and day <= toDate('${middleDay}') - 20`;

const isKept = ({ session_id, event, pinged_at }: PingRow) =>
  (began.get(session_id) ?? pinged_at) >= Date.parse(middleDay) &&
  (event === '' || pinged_at >= Date.parse(middleDay));

const reports = ['short', 'long'].flatMap((site, index) =>
  reportsOf(site).filter((_, report) => report % 2 === index),
);

test('a site with retention_days loses what began earlier, whole sessions at a time, and others lose nothing', async () => {
  const [stored, without] = await Promise.all([
    startStored(
      [...old.map((view) => ({ ...view, ...ofOld })), ...pingsOf('short'), ...pingsOf('long')],
      now,
    ),
    startStored([...pingsOf('short').filter(isKept), ...pingsOf('long')], now),
  ]);
  try {
    await stored.settle();
    expect(await stored.rows(changes)).not.toEqual([]);
    // The last process was killed halfway.
    const report = { step() {}, show() {}, say() {} };
    const about = { kind: 'before', site: 'short', day: middleDay } as const;
    await makePlan(singleServer(stored.client).all, about, { remember: false, report });
    await eraseRows(stored.client, about, report);

    const days = 30;
    const sites = { ...noSites, sites: new Map([['short', { retention_days: days }]]) };
    const clock = () => Date.parse(middleDay) + days * 86_400_000 + 3_600_000;
    const loop = startRetentionLoop(stored.client, () => sites, createLogger('test', 'silent'), {
      clock,
      lookMs: 1000,
    });
    // By what the reports read first: the reports themselves take more time than a try should.
    const sessions = (of: typeof stored) =>
      of.rows("select session_id from sessions final where site_id = 'short' order by session_id");
    const remaining = await sessions(without);
    await eventually(() => stored.rows('select what from deleting'), []);
    // The state of a day goes with it.
    expect(await stored.rows(changes)).toEqual([]);
    const expected = await without.ask(reports);
    expect(await stored.ask(reports)).toEqual(expected);

    // Rows that a replay brings back are removed again: nothing is forgotten, because the site may keep more one day.
    await stored.store(pingsOf('short'));
    await eventually(() => sessions(stored), remaining);
    await eventually(() => stored.ask(reports), expected);
    await loop.close();
    expect(await stored.rows('select kind from forgotten')).toEqual([]);
  } finally {
    await Promise.all([stored.stop(), without.stop()]);
  }
});
