import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../../test/harness/quiet.ts';
import { pingsOfDay } from './day.ts';
import { keepVisiting } from './live.ts';
import { dayOf } from './rhythm.ts';
import { type InsertPings, storeDay } from './store.ts';

const minute = 60_000;
const since = Date.UTC(2026, 10, 21, 23, 50);

/** Collects offset and message of each stored ping. */
function createStore() {
  const stored = new Map<bigint, string>();
  const pings = () => new Map([...stored].sort(([one], [other]) => Number(one - other)));
  const store = { away: false, refused: 0, inserted: 0, pings };
  const insertPings: InsertPings = async ({ offsets, values }) => {
    if (store.away) {
      store.refused++;
      throw new Error('away');
    }
    offsets.forEach((offset, index) => {
      store.inserted++;
      stored.set(offset, String(values[index]));
    });
  };
  return { store, insertPings };
}

/** The two days around that midnight, as the fill stores them. */
async function fill(insertPings: InsertPings, until: number): Promise<void> {
  for (const day of [dayOf(since), dayOf(since) + 1]) {
    await storeDay(insertPings, day, pingsOfDay(day), { until });
  }
}

test('stores the same visits as a later fill, across midnight and an outage, each ping once, until it is closed', async () => {
  const { store, insertPings } = createStore();
  let now = since;
  await fill(insertPings, now);
  const filled = store.inserted;
  store.away = true;
  const live = keepVisiting({ insertPings, logger, clock: () => now, since, everyMs: 5 });
  now += 15 * minute;
  while (store.refused < 3) await sleep(5);
  expect(store.inserted).toBe(filled);
  store.away = false;
  while (store.inserted === filled) await sleep(5);
  now += 15 * minute;
  const before = store.inserted;
  while (store.inserted === before) await sleep(5);
  await live.close();

  const late = createStore();
  await fill(late.insertPings, now);
  expect(late.store.inserted).toBeGreaterThan(filled + 20);
  now += 15 * minute;
  await sleep(50);
  expect(store.pings()).toEqual(late.store.pings());
  expect(store.inserted).toBe(late.store.inserted);
});
