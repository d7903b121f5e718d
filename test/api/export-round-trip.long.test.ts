import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { forAllTests, hoursAgo, now, startQueryService } from './query-service.ts';

const service = forAllTests(() => startQueryService());
const inFolder = folderOfFile();
/** The pings sent, one for each pageview. */
let sent: {
  pinged_at: number;
  page_path: string;
  page_title: string;
  referrer: string;
  focus_time_ms: number;
}[];

const at = { site_id: 'trip', period: '1d', raw: '1' };

beforeAll(async () => {
  // Any text without NUL, which ingest replaces and which ends a field in SQLite's shell.
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((made) => made.replaceAll('\0', ''));
  const mixed = fc.oneof(text, fc.string({ unit: fc.constantFrom(...'",\n\r\\\'=;\t N') }));
  sent = fc.sample(
    fc.record({
      pinged_at: fc.integer({ min: hoursAgo(20), max: now - 1 }),
      page_path: mixed.map((made) => `/${made}`),
      page_title: mixed,
      referrer: mixed,
      focus_time_ms: fc.integer({ min: 0, max: 86_400_000 }),
    }),
    { numRuns: 2000, seed: 1 },
  );
  await service.insert(sent.map((ping) => ({ site_id: 'trip', ...ping })));
});

type Row = [
  path: string,
  title: string,
  referrer: string,
  enteredAt: string,
  focus: number,
  words: number | null,
];

const expected = () =>
  sent.map(
    (ping): Row => [
      ping.page_path,
      ping.page_title,
      ping.referrer,
      new Date(ping.pinged_at).toISOString(),
      ping.focus_time_ms,
      null,
    ],
  );

const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

test('SQLite imports every row unchanged', async () => {
  const { bytes } = await service.download('pageviews', at);
  writeFileSync(inFolder('pageviews.csv'), bytes);
  const lines = execFileSync(
    'sqlite3',
    [
      ':memory:',
      `.import --csv '${inFolder('pageviews.csv')}' pageviews`,
      `select json_array(page_path, page_title, referrer, entered_at, cast(focus_time_ms as integer), nullif(word_count, '')) from pageviews`,
    ],
    { encoding: 'utf8', maxBuffer: 1e8 },
  );
  const read = lines
    .trimEnd()
    .split('\n')
    .map((line): Row => JSON.parse(line));
  expect(sorted(read)).toEqual(sorted(expected()));
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
  const { origin, searchParams, username, password } = insertInto(service.database, name);
  const answer = await fetch(`${origin}/?${searchParams}`, {
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
  expect(sorted(await result.json<Row>())).toEqual(sorted(expected()));
});

function insertInto({ url, database }: { url: string; database: string }, format: string): URL {
  const address = new URL(url);
  address.searchParams.set('database', database);
  address.searchParams.set('query', `insert into imported format ${format}`);
  address.searchParams.set('date_time_input_format', 'best_effort');
  return address;
}
