import { emptyRow, encodeRow, rowVersion } from '@tallyhouse/ping';
import { createInsert } from '../../apps/consumer/src/insert.ts';
import { createTestDatabase, insertPings, pingRow, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

async function rows(query: string): Promise<unknown[]> {
  const result = await db.client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

const noon = Date.UTC(2026, 10, 21, 12);
const day = 86_400_000;
const none = emptyRow.session_id;
const event = (parts: Parameters<typeof pingRow>[0]) =>
  pingRow({ event: 'Signup', session_id: none, visitor_id: none, pageview_id: none, ...parts });

async function store(pings: ReturnType<typeof pingRow>[], first = 0n) {
  await createInsert(db.client)({
    version: rowVersion,
    partition: 0,
    offsets: pings.map((_, index) => first + BigInt(index)),
    values: pings.map(encodeRow),
  });
}

test('an event fills its own tables and no other', async () => {
  await store([
    event({
      pinged_at: noon,
      event_id: 'a',
      props: { plan: 'pro', __proto: 'x' },
      amount: '9.90',
      currency: 'EUR',
      session_id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
    }),
  ]);
  expect(
    await rows('select event, event_id, props, amount, currency, session_hour from events final'),
  ).toEqual([]);
  expect(await rows('select event_id, first, days from event_ids final')).toEqual([]);
});

test('moved', async () => {
  await store([event({ pinged_at: noon, event_id: 'a' })]);
  await db.client.command({ query: 'truncate table changed_events' });
  const again = [
    event({ pinged_at: noon - 3 * day, event_id: 'a' }),
    event({ pinged_at: noon - 30 * day, event_id: 'b' }),
  ];
  await store(again, 5n);
  const marks = 'select day, session_hour, last_ping_at from changed_events final order by day';
  console.log(await rows(marks));
  await db.client.command({ query: 'truncate table changed_events' });
  await store(again, 5n);
  console.log(await rows(marks), await rows('select count() from pings'));
});
