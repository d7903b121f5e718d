import { setTimeout as sleep } from 'node:timers/promises';
import { forAllTests } from '../api/shared-service.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { runStandalone } from '../operations/running-standalone.ts';

const minute = 60_000;
const began = Date.now();
/** Twelve minutes pass in each second, so that somebody comes at any time of the day; from long enough ago to stay in the past. */
const clock = () => began - 14_400 * minute + (Date.now() - began) * 720;

const db = forAllTests(createTestDatabase);

const start = (demo: boolean) =>
  runStandalone(
    { CLICKHOUSE_DATABASE: db.database },
    [],
    demo ? { days: 2, progress: () => {}, clock } : undefined,
  );

const count = (condition: string) =>
  numberOf(db.client, `select uniqExact(ping_id) as n from pings where ${condition}`);

/** Checks again and again while six hours of the demo pass, in which visitors would come. */
async function hoursPass(check: () => Promise<void>): Promise<void> {
  for (const end = clock() + 360 * minute; clock() < end; await sleep(100)) await check();
}

/** As docs/dashboard.md has it. */
const isDemo = "substring(toString(session_id), 25, 8) = 'feedface'";

const isAfter = (time: number) => `pinged_at > fromUnixTimestamp64Milli(toInt64(${Math.round(time)}), 'UTC')`;

test('visitors of the demo come while it runs, are marked, and stop coming with it; real ones are not marked', async () => {
  const service = await start(true);
  const after = (time: number, type: string) => count(`type = '${type}' and ${isAfter(time)}`);
  const filled = clock();
  while ((await after(filled, 'view')) === 0 || (await after(filled, 'engage')) === 0) await sleep(200);
  await service.stop();

  const all = await count('1');
  expect(all).toBeGreaterThan(2000);
  expect(await count(isDemo)).toBe(all);
  for (const id of ['ping_id', 'visitor_id', 'pageview_id']) {
    // An event opens no pageview.
    const none = id === 'pageview_id' ? " or event != ''" : '';
    expect(await count(isDemo.replace('session_id', id) + none)).toBe(all);
  }
  await hoursPass(async () => expect(await count('1')).toBe(all));

  // A start without --demo adds no visitors, and real pings do not count as pings of the demo.
  const stopped = clock();
  const real = await start(false);
  const response = await fetch(`${real.ingestUrl}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify({ url: 'https://example.org/' }),
  });
  expect(await response.json()).toEqual({ accepted: 1, dropped: [] });
  while ((await count(`not ${isDemo}`)) === 0) await sleep(100);
  await hoursPass(async () => expect(await count(`not ${isDemo}`)).toBe(1));
  await real.stop();
  // The log may still hold some of the time before.
  expect(await count(`${isDemo} and ${isAfter(stopped)}`)).toBe(0);
});
