import { singleServer } from '@tallyhouse/cluster';
import { startRetentionLoop } from '@tallyhouse/deletion';
import { eraseRows } from '@tallyhouse/deletion/erase';
import { makePlan } from '@tallyhouse/deletion/plan';
import type { PingRow } from '@tallyhouse/ping';
import { noSites } from '@tallyhouse/sites';
import { forAllTests, now, visit } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
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

/** What should be left of the site. */
const twin = 'kept';
const reportsAbout = (site: string) =>
  [site, 'long'].flatMap((id, index) => reportsOf(id).filter((_, report) => report % 2 === index));

const stored = forAllTests(() =>
  startStored(
    [
      ...old.map((view) => ({ ...view, ...ofOld })),
      ...pingsOf('short'),
      ...pingsOf(twin).filter(isKept),
      ...pingsOf('long'),
    ],
    now,
  ),
);

test('a site with retention_days loses what began earlier, whole sessions at a time, and others lose nothing', async () => {
  await stored.settle();
  expect(await stored.rows(changes)).not.toEqual([]);
  // Neither of them is in the list of sites alone.
  const reported = async (site: string) =>
    (await stored.ask(reportsAbout(site).filter((path) => !path.startsWith('/api/v1/sites?')))).map(
      (answer) => answer.replaceAll(twin, 'short'),
    );
  const expected = await reported(twin);
  // The last process was killed halfway.
  const report = { step() {}, show() {}, say() {} };
  const about = { kind: 'before', site: 'short', day: middleDay } as const;
  await makePlan(singleServer(stored.client).all, about, { remember: false, report });
  await eraseRows(stored.client, about, report);

  const days = 2;
  const sites = { ...noSites, sites: new Map([['short', { retention_days: days }]]) };
  const clock = () => Date.parse(middleDay) + days * 86_400_000 + 3_600_000;
  const loop = startRetentionLoop(stored.client, () => sites, logger, {
    clock,
    lookMs: 1000,
  });
  // By what the reports read first: the reports themselves take more time than a try should.
  const sessions = (of: string) =>
    stored.rows(`select session_id from sessions final where site_id = '${of}' order by session_id`);
  const remaining = await sessions(twin);
  await eventually(() => stored.rows('select what from deleting'), []);
  // The state of a day goes with it.
  expect(await stored.rows(changes)).toEqual([]);
  expect(await reported('short')).toEqual(expected);

  // Rows that a replay brings back are removed again: nothing is forgotten, because the site may keep more one day.
  await stored.store(pingsOf('short'));
  await eventually(() => sessions('short'), remaining);
  await eventually(() => reported('short'), expected);
  await loop.close();
  expect(await stored.rows('select kind from forgotten')).toEqual([]);

  // A consumer whose clock is ahead by more than is kept.
  const forCenturies = { ...noSites, sites: new Map([['short', { retention_days: 36_500 }]]) };
  let looks = 0;
  const ahead = startRetentionLoop(stored.client, () => forCenturies, logger, {
    clock: () => Date.now() + 2 * 36_500 * 86_400_000,
    lookMs: 10,
    ready: async () => void looks++,
  });
  await eventually(async () => looks > 1, true);
  await ahead.close();
  expect(await sessions('short')).toEqual(remaining);
});
