import type { BatchControl, LogBatch, LogMessage, LogWriter } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { createBatchHandler } from '../../apps/consumer/src/consume.ts';
import { createDeadLetters } from '../../apps/consumer/src/dead-letters.ts';
import { createInsert } from '../../apps/consumer/src/insert.ts';
import { createTestDatabase, pingRow, type TestDatabase, uuid7 } from '../harness/clickhouse.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const logger = createLogger('test', 'silent');
const control: BatchControl = { heartbeat: async () => {}, abandoned: () => false };

let db: TestDatabase;
let letters: LogMessage[];
beforeEach(async () => {
  db = await createTestDatabase();
  letters = [];
});
afterEach(() => db.drop());

function handler() {
  const writer: LogWriter = {
    append: async (messages) => {
      letters.push(...messages);
    },
    check: async () => {},
    close: async () => {},
  };
  return createBatchHandler({
    insertPings: createInsert(db.client),
    deadLetters: createDeadLetters(writer, logger, () => noon),
  });
}

function batch(values: Buffer[], first = 0, partition = 3): LogBatch {
  return { partition, offsets: values.map((_, i) => BigInt(first + i)), values };
}

const message = (parts: Partial<PingRow> = {}) => encodeRow(pingRow({ pinged_at: noon, ...parts }));

async function rows(query: string): Promise<unknown[]> {
  const result = await db.client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

const paths = () =>
  rows('select page_path from pageviews final order by page_path').then((found) =>
    found.map((row) => Object.values(row as object)[0]),
  );
const refused = () => letters.map(({ value }) => JSON.parse(value.toString()));

test('stores each message with its place in the log', async () => {
  await handler()(batch([message({ page_path: '/a' }), message({ page_path: '/b' })], 40), control);
  expect(await rows('select page_path, log_partition, log_offset from pings order by log_offset')).toEqual([
    { page_path: '/a', log_partition: 3, log_offset: 40 },
    { page_path: '/b', log_partition: 3, log_offset: 41 },
  ]);
});

test('what a row says is what the table says', async () => {
  const row = pingRow({
    pinged_at: noon + 123,
    received_at: noon + 4567,
    type: 'engage',
    site_id: 'Üb.er"\\',
    page_path: '/q"uote\\\u2028\n\t/🦉',
    page_title: '‮ right to left, \ufffd and \u0001',
    focus_time_ms: 4294967295,
    scroll_depth: 100,
    latitude: 51.5142,
    longitude: -0.0931,
    ip: '2001:db8::1',
  });
  await handler()(batch([encodeRow(row)]), control);
  const [stored] = (await rows(
    `select * except (log_partition, log_offset) replace (
      toUnixTimestamp64Milli(pinged_at) as pinged_at, toUnixTimestamp64Milli(received_at) as received_at
    ) from pings`,
  )) as object[];
  expect({ ...stored }).toEqual(row);
});

test('the same batch again stores nothing, and the same messages in other batches change no report', async () => {
  const visitor_id = uuid7(noon);
  const session_id = uuid7(noon);
  const views = Array.from({ length: 6 }, (_, i) =>
    message({ visitor_id, session_id, pinged_at: noon + i, page_path: `/${i}` }),
  );
  const tables = ['pageviews', 'sessions', 'visitors'];
  const contents = () =>
    Promise.all(tables.map((table) => rows(`select * from ${table} final order by all`)));

  await handler()(batch(views), control);
  const once = await contents();
  await handler()(batch(views), control);
  expect(await rows('select count() as n from pings')).toEqual([{ n: 6 }]);

  await handler()(batch(views.slice(0, 4), 0), control);
  await handler()(batch(views.slice(2), 2), control);
  expect(await contents()).toEqual(once);
  expect(await rows('select count() as n from pings final')).toEqual([{ n: 6 }]);
});

test.each([
  ['nonsense', 'nonsense'],
  ['nothing', ''],
  ['a closing bracket', ']'],
  ['an object', '{"a":1}'],
  ['too few values', '["x"]'],
  [
    'a wrong id',
    message()
      .toString()
      .replace(/"[0-9a-f-]{36}"/, '"not-an-id"'),
  ],
  [
    'a wrong time',
    message()
      .toString()
      .replace(/"\d+\.000"/, '"yesterday"'),
  ],
  ['an unknown type', message().toString().replace('"view"', '"click"')],
  ['half a row', message().toString().slice(0, 80)],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x5d])],
])('a message of %s goes to the dead letters, and its neighbours are stored', async (_name, bad) => {
  const good = Array.from({ length: 9 }, (_, i) => message({ page_path: `/${i}` }));
  const bytes = Buffer.from(bad);
  await handler()(batch([...good.slice(0, 5), bytes, ...good.slice(5)], 100), control);
  expect(await paths()).toEqual(good.map((_, i) => `/${i}`));
  expect(refused()).toEqual([
    {
      partition: 3,
      offset: '105',
      reason: expect.stringMatching(/\S/),
      refused_at: '2026-11-21T12:00:00.000Z',
      value: bytes.toString('base64'),
    },
  ]);
});

test('a batch in which nothing is good becomes dead letters whole', async () => {
  await handler()(batch(Array.from({ length: 5 }, (_, i) => Buffer.from(`bad ${i}`))), control);
  expect(refused().map(({ offset }) => offset)).toEqual(['0', '1', '2', '3', '4']);
  expect(await paths()).toEqual([]);
});

test('a table that lacks a column is no reason for dead letters: the batch waits', async () => {
  await db.client
    .command({ query: 'alter table pings drop column word_count settings mutations_sync = 1' })
    .catch(() => {});
  await db.client.command({ query: 'drop table pageviews_from_pings' });
  await db.client.command({ query: 'alter table pings drop column word_count' });
  await expect(handler()(batch([message()]), control)).rejects.toThrow();
  expect(letters).toEqual([]);
});

test('a view that fails keeps the batch waiting until it is mended, and then nothing is doubled', async () => {
  await db.client.command({
    query: `create materialized view broken_from_pings to visitors as
      select site_id, toStartOfHour(pinged_at) as visitor_hour, visitor_id, min(pinged_at) as first_seen_at
      from pings where throwIf(page_path = '/broken') = 0 group by all`,
  });
  const messages = [message({ page_path: '/broken' }), message({ page_path: '/fine' })];
  await expect(handler()(batch(messages), control)).rejects.toThrow();
  expect(letters).toEqual([]);
  await db.client.command({ query: 'drop table broken_from_pings' });
  await handler()(batch(messages), control);
  expect(await paths()).toEqual(['/broken', '/fine']);
  expect(await rows('select count() as n from pings')).toEqual([{ n: 2 }]);
});

test('an import over more than a hundred months is stored in one batch', async () => {
  const months = Array.from({ length: 110 }, (_, i) => Date.UTC(2017, i, 15));
  await handler()(batch(months.map((time) => message({ pinged_at: time, ...idsOf(time) }))), control);
  expect(await rows('select count() as n from pings')).toEqual([{ n: 110 }]);
});

function idsOf(time: number) {
  return { visitor_id: uuid7(time), session_id: uuid7(time), pageview_id: uuid7(time) };
}

test('a partition that was lost is left to its new reader', async () => {
  const lost: BatchControl = { ...control, abandoned: () => true };
  await expect(handler()(batch([message()]), lost)).rejects.toThrow('belongs to another reader');
  expect(await paths()).toEqual([]);
});
