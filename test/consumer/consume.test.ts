import { singleServer } from '@tallyhouse/cluster';
import { createInsert } from '@tallyhouse/consumer';
import { createBatchHandler } from '@tallyhouse/consumer/consume';
import { createDeadLetters } from '@tallyhouse/consumer/dead-letters';
import { runsOf } from '@tallyhouse/consumer/runs';
import { shareInserts } from '@tallyhouse/consumer/shared-insert';
import { type BatchControl, type LogBatch, type LogMessage, maxMessageBytes } from '@tallyhouse/log';
import {
  encodeRow,
  insertHeader,
  type PingField,
  type PingRow,
  pingFields,
  rowVersion,
} from '@tallyhouse/ping';
import { forAllTests } from '../api/shared-service.ts';
import {
  createTestDatabase,
  pingRow,
  rowsOf,
  storedPings,
  type TestDatabase,
} from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';
import { uuid7 } from '../harness/uuid7.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const newer = rowVersion + 1;
const control: BatchControl = { heartbeat: async () => {}, abandoned: () => false };

const db = forAllTests(createTestDatabase);
beforeAll(async () => {
  // Rows are counted as they were stored.
  await db.client.command({ query: 'system stop merges pings' });
});

/** Each test has a site of its own, ten partitions of its own, and the dead letters that its handlers append. */
let [number, site, partition]: [number, string, number] = [0, '', 0];
let letters: LogMessage[];
beforeEach(() => {
  number++;
  site = `site-${number}`;
  partition = 10 * number;
  letters = [];
});

const logged: unknown[] = [];
function deadLettersOf(client = db.client, clock = () => noon) {
  const error = (line: unknown) => logged.push(line);
  const writer = {
    append: async (messages: readonly LogMessage[]) => void letters.push(...messages),
    takes: () => true,
    check: async () => {},
    close: async () => {},
  };
  return createDeadLetters(writer, singleServer(client), { ...logger, error }, clock);
}

const handler = ({
  client = db.client,
  insertMessages = createInsert(client),
  deadLetters = deadLettersOf(client),
}: Partial<Parameters<typeof createBatchHandler>[0] & { client: TestDatabase['client'] }> = {}) =>
  createBatchHandler({ insertMessages, deadLetters });

function batch(values: Buffer[], first = 0, place = partition): LogBatch {
  return { partition: place, offsets: values.map((_, i) => BigInt(first + i)), values };
}

const message = (parts: Partial<PingRow> = {}) =>
  encodeRow(pingRow({ pinged_at: noon, site_id: site, ...parts }));

/** A query may name the site and the partition of the test. */
const rows = (query: string, { client }: Pick<TestDatabase, 'client'> = db) =>
  rowsOf(client, query, { site, partition });
const ofSite = 'where site_id = {site:String}';
const ofPartition = 'where log_partition = {partition:UInt16}';

const paths = async () =>
  (await rows(`select page_path from pageviews final ${ofSite} order by page_path`)).map(
    (row) => Object(row).page_path,
  );
const refused = () => letters.map(({ value }) => JSON.parse(value.toString()));

test('the table has every value of a row', async () => {
  site = 'Üb.er"\\';
  const row = pingRow({
    pinged_at: noon + 123,
    received_at: noon + 4567,
    type: 'engage',
    site_id: site,
    page_path: '/q"uote\\\u2028\n\t/🦉',
    page_title: '‮ right to left, \ufffd and \u0001',
    focus_time_ms: 4294967295,
    scroll_depth: 100,
    latitude: 51.5142,
    longitude: -0.0931,
    ip: '2001:db8::1',
    event: "Ünïcode 'event'",
    props: { plan: '\u2028"\\', 'a.b-c_D': '' },
    amount: '-99999999999999.9999',
    currency: 'EUR',
  });
  await handler()(batch([encodeRow(row)]), control);
  expect(await storedPings(db.client, 'site_id = {site:String}', { site })).toEqual([row]);
});

test('a message of each bad kind goes to the dead letters, and its neighbours are stored', async () => {
  const good = message().toString();
  const kinds = {
    nonsense: 'nonsense',
    nothing: '',
    'a closing bracket': ']',
    'an object': '{"a":1}',
    'too few values': '["x"]',
    'a wrong id': good.replace(/"[0-9a-f-]{36}"/, '"not-an-id"'),
    'a wrong time': good.replace(/"\d+\.000"/, '"yesterday"'),
    'an unknown type': good.replace('"view"', '"click"'),
    'half a row': good.slice(0, 80),
    'bytes that are no text': Buffer.from([0xff, 0xfe, 0x00, 0x5d]),
  };
  const bad = Object.entries(kinds).map(([kind, content]) => ({ kind, bytes: Buffer.from(content) }));
  // A bad one, a good one, and so on.
  const values = bad.flatMap(({ bytes }, index) => [bytes, message({ page_path: `/${index}` })]);
  await handler()(batch(values, 100), control);
  expect(await paths()).toEqual(bad.map((_, index) => `/${index}`));
  expect(refused().map((letter, index) => ({ kind: bad[index]?.kind, ...letter }))).toEqual(
    bad.map(({ kind, bytes }, index) => ({
      kind,
      partition,
      offset: `${100 + 2 * index}`,
      reason: expect.stringMatching(/\S/),
      refused_at: '2026-11-21T12:00:00.000Z',
      value: bytes.toString('base64'),
    })),
  );
  // ClickHouse's reasons quote the messages.
  expect(logged.splice(0)).toEqual(refused().map(({ offset }) => ({ partition, offset })));
});

test('batches of several partitions share an insert, and its repetition after a lost response stores nothing', async () => {
  // ClickHouse stores all of them, while the first response is lost.
  const insert = createInsert(db.client);
  let inserts = 0;
  const insertMessages = shareInserts(async (...runs) => {
    await insert(...runs);
    if (inserts++ === 0) throw new Error('the response was lost');
  });
  const handle = handler({ insertMessages });
  const places = [0, 1, 2].map((place) => partition + place);
  const batches = places.map((place) => batch([message({ page_path: `/${place}` })], 7, place));
  const statuses = async () =>
    (await Promise.allSettled(batches.map((one) => handle(one, control)))).map(({ status }) => status);
  expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await statuses()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  expect(inserts).toBe(2);
  const stored = `select log_partition, log_offset, page_path from pings ${ofSite} order by log_partition`;
  expect(await rows(stored)).toEqual(
    places.map((place) => ({ log_partition: place, log_offset: 7, page_path: `/${place}` })),
  );
});

test('a bad message in a shared insert becomes a dead letter, and all others are stored', async () => {
  const handle = handler({ insertMessages: shareInserts(createInsert(db.client)) });
  const [good, other] = [message({ page_path: '/good' }), message({ page_path: '/other' })];
  await Promise.all([
    handle(batch([good]), control),
    handle(batch([Buffer.from('[2,"bad"]'), other], 0, partition + 1), control),
  ]);
  expect(await paths()).toEqual(['/good', '/other']);
  expect(refused()).toMatchObject([{ partition: partition + 1, offset: '0' }]);
});

test('a dead letter is a row of a table too, of the site and the time that can be read', async () => {
  const click = message({ received_at: noon - 7_200_000 })
    .toString()
    .replace('"view"', '"click"');
  const bad = [
    { value: Buffer.from(click), site_id: site, received_at: '2026-11-21 10:00:00.000' },
    { value: Buffer.from('nonsense \u0001"\\'), site_id: '', received_at: '2026-11-21 12:00:00.000' },
    { value: Buffer.from(`[2,"id","${site}"]`), site_id: site, received_at: '2026-11-21 12:00:00.000' },
    { value: Buffer.from([0xff, 0xfe, 0x5d]), site_id: '', received_at: '2026-11-21 12:00:00.000' },
  ];
  await handler()(batch([message(), ...bad.map(({ value }) => value)], 40), control);
  const stored = await rows(`
    select log_offset, site_id, received_at, refused_at, reason != '' as has_reason, hex(value) as bytes, replayed_at
    from dead_letters final ${ofPartition} order by log_offset`);
  expect(stored).toEqual(
    bad.map(({ value, site_id, received_at }, index) => ({
      log_offset: 41 + index,
      site_id,
      received_at,
      refused_at: '2026-11-21 12:00:00.000',
      has_reason: 1,
      bytes: value.toString('hex').toUpperCase(),
      replayed_at: '1970-01-01 00:00:00.000',
    })),
  );
});

test('a message too long for the log of dead letters blocks nothing: it is cut there, and whole in the table', async () => {
  const long = Buffer.alloc(890_000, 'x');
  await handler()(batch([message({ page_path: '/a' }), long]), control);
  expect(await paths()).toEqual(['/a']);
  expect(letters.map(({ value }) => value.length < maxMessageBytes)).toEqual([true]);
  expect(Buffer.from(refused()[0].value, 'base64')).toEqual(long.subarray(0, 600_000));
  expect(await rows(`select length(value) as bytes from dead_letters final ${ofPartition}`)).toEqual([
    { bytes: 890_000 },
  ]);
});

test('while the table of dead letters is unavailable, the batch waits', async () => {
  const bad = batch([Buffer.from('nonsense')]);
  await db.client.command({ query: 'rename table dead_letters to elsewhere' });
  const outcome = await handler()(bad, control).catch(() => 'it waits');
  await db.client.command({ query: 'rename table elsewhere to dead_letters' });
  expect(outcome).toBe('it waits');
  await handler()(bad, control);
  expect(await rows(`select count() as n from dead_letters final ${ofPartition}`)).toEqual([{ n: 1 }]);
});

test('a row without a version, as it was written long ago, is a dead letter', async () => {
  const [, ...values]: unknown[] = JSON.parse(message().toString());
  const unversioned = [values, values.slice(0, -1)].map((row) => Buffer.from(JSON.stringify(row)));
  await handler()(batch([...unversioned, message({ page_path: '/b' })]), control);
  expect(await paths()).toEqual(['/b']);
  expect(refused().map(({ offset }) => offset)).toEqual(['0', '1']);
});

test('a row of an unknown version makes the batch wait, and does not become a dead letter', async () => {
  const next = message({ page_path: '/new' }).toString().replace(`[${rowVersion},`, `[${newer},`);
  const handled = handler()(batch([message({ page_path: '/a' }), Buffer.from(next)]), control);
  await expect(handled).rejects.toThrow('upgrade the consumers first');
  expect(letters).toEqual([]);
  expect(await rows(`select count() as n from dead_letters ${ofPartition}`)).toEqual([{ n: 0 }]);
});

test('when a view fails, the batch waits until it is fixed, and then nothing counts twice', async () => {
  await db.client.command({
    query: `create materialized view broken_from_pings to visitors as
      select site_id, toStartOfHour(pinged_at) as visitor_hour, visitor_id, min(pinged_at) as first_seen_at
      from pings where throwIf(page_path = '/broken') = 0 group by all`,
  });
  const messages = [message({ page_path: '/broken' }), message({ page_path: '/fine' })];
  const handle = handler();
  for (let time = 0; time < 3; time++) {
    await expect(handle(batch(messages), control)).rejects.toThrow();
    expect(await rows(`select count() as n from pings ${ofSite}`)).toEqual([{ n: 2 }]);
  }
  expect(letters).toEqual([]);
  await db.client.command({ query: 'drop table broken_from_pings' });
  await handle(batch(messages), control);
  expect(await paths()).toEqual(['/broken', '/fine']);
  // Once more with a new token (insert.ts), and merged, and never again.
  expect(await rows(`select count() as n from pings final ${ofSite}`)).toEqual([{ n: 2 }]);
  await handle(batch(messages), control);
  expect(
    await rows(`select max(n) as most from (select count() as n from pings ${ofSite} group by ping_id)`),
  ).toEqual([{ most: 2 }]);
});

test('an import over more than a hundred months is stored in one batch', async () => {
  const months = Array.from({ length: 110 }, (_, i) => Date.UTC(2017, i, 15));
  const idsOf = (at: number) => ({ visitor_id: uuid7(at), session_id: uuid7(at), pageview_id: uuid7(at) });
  await handler()(batch(months.map((at) => message({ pinged_at: at, ...idsOf(at) }))), control);
  expect(await rows(`select count() as n from pings ${ofSite}`)).toEqual([{ n: 110 }]);
});

test('a partition that was lost is left to its new reader', async () => {
  const lost: BatchControl = { ...control, abandoned: () => true };
  await expect(handler()(batch([message()]), lost)).rejects.toThrow('belongs to another reader');
  expect(await paths()).toEqual([]);
});

test('with a table of another version one batch may have rows of two versions; when it lacks a column, the batch waits', async () => {
  const other = await createTestDatabase();
  try {
    await other.client.command({ query: 'alter table pings add column later String after site_id' });
    const fields = Object.entries<PingField>(pingFields);
    const later = { type: 'String', since: newer, comment: 'A column of the next version' };
    const place = fields.findIndex(([name]) => name === 'site_id') + 1;
    const known = Object.fromEntries(fields.toSpliced(place, 0, ['later', later]));
    const insert = createInsert(other.client, (version) => insertHeader(version, known));
    const [old, bad] = [message({ page_path: '/0' }), Buffer.from(`[${newer},"x"]`)];
    const [, pingId, siteId, ...rest]: unknown[] = JSON.parse(message({ page_path: '/1' }).toString());
    const fresh = Buffer.from(JSON.stringify([newer, pingId, siteId, 'new', ...rest]));
    const results = [];
    for (const run of runsOf(batch([old, fresh, message({ page_path: '/2' }), bad]), newer)) {
      results.push(await insert(run).catch((error: Error) => error.name));
    }
    expect(results).toEqual([undefined, undefined, undefined, 'ContentRefusedError']);
    const stored = 'select page_path, row_version, later, log_offset from pings order by log_offset';
    expect(await rows(stored, other)).toEqual([
      { page_path: '/0', row_version: rowVersion, later: '', log_offset: 0 },
      { page_path: '/1', row_version: newer, later: 'new', log_offset: 1 },
      { page_path: '/2', row_version: rowVersion, later: '', log_offset: 2 },
    ]);

    // A view reads the column.
    await other.client.command({ query: 'drop table pageviews_from_pings' });
    await other.client.command({ query: 'alter table pings drop column word_count' });
    await expect(handler(other)(batch([message()]), control)).rejects.toThrow();
    expect(letters).toEqual([]);
  } finally {
    await other.drop();
  }
});
