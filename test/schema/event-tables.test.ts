import { emptyRow, encodeRow, type PingRow, rowVersion } from '@tallyhouse/ping';
import { createInsert } from '../../apps/consumer/src/insert.ts';
import { createTestDatabase, pingRow, type TestDatabase } from '../harness/clickhouse.ts';
import { numberedId, uuid7 } from '../harness/uuid7.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const nobody = emptyRow.session_id;

const event = (parts: Partial<PingRow> & Pick<PingRow, 'pinged_at'>) =>
  pingRow({ event: 'Signup', session_id: nobody, visitor_id: nobody, pageview_id: nobody, ...parts });

async function rows(query: string): Promise<unknown[]> {
  const result = await db.client.query({ query, format: 'JSONCompactEachRow' });
  return result.json();
}

/** Stores rows as the consumer does. @param first offset of the first one; the same rows at the same offset are a repetition */
async function store(first: bigint, ...pings: PingRow[]): Promise<void> {
  const offsets = pings.map((_, index) => first + BigInt(index));
  const values = pings.map(encodeRow);
  await createInsert(db.client)({ version: rowVersion, partition: 0, offsets, values });
}

const count = (table: string) => rows(`select count() from ${table}`);

test('an event fills no table of pageviews, sessions and visitors, and marks none of their days', async () => {
  await store(
    0n,
    event({ pinged_at: noon, session_id: uuid7(noon), visitor_id: uuid7(noon), event_id: 'a' }),
  );
  expect(await count('events')).toEqual([[1]]);
  for (const table of [
    'sessions',
    'pageviews',
    'visitors',
    'page_titles',
    'changed_hours',
    'changed_sessions',
  ])
    expect({ table, rows: await count(table) }).toEqual({ table, rows: [[0]] });
});

test('values are stored exactly', async () => {
  const props = JSON.parse('{"plan":"pro","__proto__":"x","q":"\\"\'\\\\ \\n日本"}');
  const id = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  await store(
    0n,
    event({ pinged_at: noon, props, amount: '-99999999999999.9999', currency: 'EUR', session_id: id }),
    event({ pinged_at: noon, event: '名前' }),
  );
  expect(
    await rows(
      'select event, toJSONString(props), toString(amount), currency, session_id from events order by event',
    ),
  ).toEqual([
    ['Signup', JSON.stringify(props), '-99999999999999.9999', 'EUR', id],
    ['名前', '{}', '0', '', nobody],
  ]);
});

test('a repetition of a ping stays one event; of several with one id the earliest, then the smallest ping id, is known', async () => {
  const first = event({ pinged_at: noon, event_id: 'a', ping_id: numberedId(noon, 2) });
  await store(0n, first, event({ ...first, ping_id: numberedId(noon, 1) }));
  await store(2n, first, event({ ...first, pinged_at: noon + 1, ping_id: numberedId(noon, 0) }));
  expect(await rows('select count() from events final')).toEqual([[3]]);
  expect(await rows('select event_id, first, days from event_ids final')).toEqual([
    ['a', { occurred_at: '2026-11-21 12:00:00.000', ping_id: numberedId(noon, 1) }, ['2026-11-21']],
  ]);
});

test('an id sent again marks all of its days, also when a failed insert is repeated', async () => {
  const marks = () => rows("select day from changed_events final where site_id = 'blog' order by day");
  await store(
    0n,
    event({ pinged_at: noon, event_id: 'a' }),
    event({ pinged_at: noon - 9 * day, event_id: 'b' }),
  );
  await db.client.command({ query: 'truncate table changed_events' });
  const again = event({ pinged_at: noon - 3 * day, event_id: 'a' });
  await store(2n, again);
  expect(await marks()).toEqual([['2026-11-18'], ['2026-11-21']]);
  // As if the first attempt had failed after it moved the event.
  await db.client.command({ query: 'optimize table event_ids final' });
  await db.client.command({ query: 'truncate table changed_events' });
  await store(2n, again);
  expect(await marks()).toEqual([['2026-11-18'], ['2026-11-21']]);
});
