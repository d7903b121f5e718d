import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { forAllTests, hoursAgo, now, startQueryService } from './query-service.ts';

const service = forAllTests(() => startQueryService());
const inFolder = folderOfFile();
const at = { site_id: 'trip', period: '1d', raw: '1' };

// Any text without NUL, which ingest replaces and which ends a field in SQLite's shell.
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((made) => made.replaceAll('\0', ''));
const mixed = fc.oneof(text, fc.string({ unit: fc.constantFrom(...'",\n\r\\\'=;\t N') }));
/** The pings sent, one for each pageview. */
const sent = fc.sample(
  fc.record({
    pinged_at: fc.integer({ min: hoursAgo(20), max: now - 1 }),
    page_path: mixed.map((made) => `/${made}`),
    page_title: mixed,
    referrer: mixed,
    focus_time_ms: fc.integer({ min: 0, max: 86_400_000 }),
  }),
  { numRuns: 2000, seed: 1 },
);
beforeAll(() => service.insert(sent.map((ping) => ({ site_id: 'trip', ...ping }))));

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
/** Rows of path, title, referrer, time, focus and words, which no ping says. */
const expected = sorted(
  sent.map(({ page_path, page_title, referrer, pinged_at, focus_time_ms }) => {
    const entered = new Date(pinged_at).toISOString();
    return [page_path, page_title, referrer, entered, focus_time_ms, null];
  }),
);

test('SQLite imports every row unchanged', async () => {
  const { bytes } = await service.download('pageviews', at);
  writeFileSync(inFolder('pageviews.csv'), bytes);
  const commands = [
    `.import --csv '${inFolder('pageviews.csv')}' pageviews`,
    `select json_array(page_path, page_title, referrer, entered_at, cast(focus_time_ms as integer), nullif(word_count, '')) from pageviews`,
  ];
  const read = execFileSync('sqlite3', [':memory:', ...commands], { encoding: 'utf8', maxBuffer: 1e8 });
  const lines = read.trimEnd().split('\n');
  expect(sorted(lines.map((line) => JSON.parse(line)))).toEqual(expected);
});

test.each([
  ['csv', 'CSVWithNames'],
  ['jsonl', 'JSONEachRow'],
  ['parquet', 'Parquet'],
])('ClickHouse imports every row of %s unchanged', async (format, name) => {
  const { bytes } = await service.download('pageviews', { ...at, format });
  const { client } = service.database;
  await client.command({ query: 'drop table if exists imported' });
  await client.command({
    query: `create table imported (page_path String, page_title String, session_id UUID, referrer String,
      entered_at DateTime64(3, 'UTC'), exited_at DateTime64(3, 'UTC'), focus_time_ms UInt32, scroll_depth UInt8,
      word_count Nullable(UInt32)) engine = MergeTree order by entered_at`,
  });
  const { origin, username, password } = new URL(service.database.url);
  const parameters = new URLSearchParams({
    database: service.database.database,
    query: `insert into imported format ${name}`,
    date_time_input_format: 'best_effort',
  });
  const answer = await fetch(`${origin}/?${parameters}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body: new Uint8Array(bytes),
  });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  const result = await client.query({
    query: 'select page_path, page_title, referrer, entered_at, focus_time_ms, word_count from imported',
    format: 'JSONCompactEachRow',
    clickhouse_settings: { date_time_output_format: 'iso' },
  });
  expect(sorted(await result.json())).toEqual(expected);
});
