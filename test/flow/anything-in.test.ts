import { singleServer } from '@tallyhouse/cluster';
import { createBatchHandler } from '@tallyhouse/consumer/consume';
import { createDeadLetters } from '@tallyhouse/consumer/dead-letters';
import { createInsert } from '@tallyhouse/consumer/insert';
import type { LogMessage } from '@tallyhouse/log';
import fc from 'fast-check';
import { ingestUnderTest, keyed } from '../../apps/ingest/src/ingest-under-test.ts';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';

/** Ingest rejects any input of a client, or turns it into a row that ClickHouse stores unchanged. */

const now = Date.UTC(2026, 10, 21, 12);

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  // Single UTF-16 units: lone surrogates among them.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "'; drop table pings --",
    '{x:String}',
    '\\',
    '\\N',
    '"',
    '\t\n\r\u0000',
    '\u2028',
    '=1+1',
    '%%%',
  ),
);
const anyNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(2 ** 63, -1, 1e308, Number.MAX_SAFE_INTEGER),
);
/** The parser takes any text for the version of an Xbox. */
const anyUserAgent = fc.oneof(
  anyText,
  fc.constant('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'),
  fc
    .tuple(fc.integer({ min: 58, max: 66 }), anyText)
    .map(([length, text]) => `Mozilla/5.0 (Xbox; Xbox ${'a'.repeat(length)}🙂${text} x) AppleWebKit/537.36`),
);
const anyId = fc.oneof(fc.uuid(), anyText);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const anyPing = fc.record({
  page_path: anyText,
  url: maybe(fc.webUrl({ withQueryParameters: true, withFragments: true })),
  type: maybe(fc.constantFrom('view', 'engage')),
  visitor_id: maybe(anyId),
  session_id: maybe(anyId),
  pageview_id: maybe(anyId),
  page_title: maybe(anyText),
  referrer: maybe(fc.oneof(anyText, fc.webUrl())),
  utm_source: maybe(anyText),
  utm_medium: maybe(anyText),
  utm_campaign: maybe(anyText),
  utm_term: maybe(anyText),
  utm_content: maybe(anyText),
  focus_time_ms: maybe(anyNumber),
  scroll_depth: maybe(anyNumber),
  word_count: maybe(anyNumber),
  timestamp: maybe(fc.oneof(anyNumber, fc.integer({ min: now - 3e11, max: now + 600_000 }))),
  ip: maybe(fc.oneof(fc.ipV4(), fc.ipV6(), anyText)),
  user_agent: maybe(anyUserAgent),
});

const db = forAllTests(createTestDatabase);

test('every ping that ingest accepts is stored as it was accepted', async () => {
  await using ingest = await ingestUnderTest({}, { clock: () => now });
  const pings = fc.sample(anyPing, 4000);
  const headers = { ...keyed, 'Accept-Language': 'de-AT' };
  for (let at = 0; at < pings.length; at += 200) {
    const { status } = await ingest.ping(pings.slice(at, at + 200), headers);
    expect([202, 400]).toContain(status);
  }
  const rows = ingest.rows();
  expect(rows.length).toBeGreaterThan(1000);

  const letters: LogMessage[] = [];
  const handle = createBatchHandler({
    insertMessages: createInsert(db.client),
    deadLetters: createDeadLetters(
      {
        append: async (messages) => void letters.push(...messages),
        takes: () => true,
        check: async () => {},
        close: async () => {},
      },
      singleServer(db.client),
      logger,
      () => now,
    ),
  });
  const values = ingest.messages.map(({ value }) => value);
  const offsets = values.map((_, index) => BigInt(index));
  await handle({ partition: 0, offsets, values }, { heartbeat: async () => {}, abandoned: () => false });
  expect(letters.map(({ value }) => JSON.parse(value.toString()).reason)).toEqual([]);

  const stored = await db.client.query({
    query: `select * except (row_version, log_partition, log_offset) replace (toString(amount) as amount)
      from pings order by log_offset`,
    clickhouse_settings: { date_time_output_format: 'unix_timestamp' },
    format: 'JSONEachRow',
  });
  expect(await stored.json()).toEqual(rows);
});
