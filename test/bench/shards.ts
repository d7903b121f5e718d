import { isDeepStrictEqual } from 'node:util';
import { startShards, type TestShards } from '../cluster/shards.ts';
import { mediansInTurn } from './beside.ts';
import { fill } from './fill/fill.ts';
import { settle } from './fill/settle.ts';
import { type Line, line } from './line.ts';
import { questions } from './reports/questions.ts';
import { askOf, mostReadPage } from './reports/timing.ts';
import { askClickHouse, key, reportsOf } from './service.ts';
import { startApp } from './services.ts';
import type { Sizes } from './sizes.ts';
import { grouped } from './statistics.ts';

/** Times each report over two shards with half of the sessions each, and over one server with all of them, in turn. */
export async function measureShards(
  pageviews: number,
  { settledDays, reports: { warmUps, asked } }: Sizes,
): Promise<Line[]> {
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const [one, two] = [await startShards(1), await startShards(2)];
    stops.push(one.stop, two.stop);
    const [whole] = one.shards;
    if (!whole) throw new Error('no server');
    const command = async (query: string, query_params: Readonly<Record<string, unknown>> = {}) => {
      await whole.client.command({ query, query_params: { ...query_params } });
    };
    const filled = await fill({ command }, { pageviews });
    for (const index of two.shards.keys()) await copyPings(one, two, index);
    for (const { database, shards } of [one, two])
      for (const { url } of shards) await settle({ clickhouseUrl: url, database }, settledDays);

    const startQueryApp = async (settings: Readonly<Record<string, string>>) => {
      // No more memory than the servers allow.
      const program = await startApp('query', { API_KEY: key, QUERY_MAX_MEMORY_MB: '1000', ...settings });
      stops.unshift(() => program.end('SIGTERM'));
      return { report: reportsOf(`${program.url}/api/v1`) };
    };
    const alone = await startQueryApp({
      CLICKHOUSE_URL: whole.readerUrl,
      CLICKHOUSE_DATABASE: one.database,
    });
    const sharded = await startQueryApp({
      CLICKHOUSE_URL: two.shards[0]?.readerUrl ?? '',
      CLICKHOUSE_SHARDS: two.shards.map(({ readerUrl }) => readerUrl).join(),
      CLICKHOUSE_CLUSTER: two.cluster,
      CLICKHOUSE_DATABASE: two.database,
    });
    const lines: Line[] = [];
    for (const { name, path } of questions(await mostReadPage(alone, filled))) {
      const [ofAlone, ofSharded] = [askOf(alone, filled, path), askOf(sharded, filled, path)];
      if (!isDeepStrictEqual(await ofSharded(0), await ofAlone(0)))
        throw new Error(`${name}: two shards and one server answer differently`);
      // Each time of another range.
      const asking = [ofAlone, ofSharded].map((ask) => (round: number) => ask(round + 1));
      const [ofOne = 0, ofTwo = 0] = await mediansInTurn({ warmUps: warmUps - 1, asked }, asking);
      const baseline = `${grouped(ofOne)} ms`;
      const what = `${name}, two shards beside one server, medians`;
      lines.push(line(what, ofTwo / ofOne, { atMost: 1.3, baseline }));
    }
    return lines;
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Views group a whole block at a time, and the servers have little memory. */
const smallBlocks = 'settings min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 0';

/** Inserts the pings of one server that belong to a shard into it, whose views fill its other tables. */
async function copyPings(one: TestShards, two: TestShards, index: number): Promise<void> {
  const [from, to] = [one.shards[0]?.url ?? '', two.shards[index]?.url ?? ''];
  const half = `cityHash64(session_id) % 2 = ${index}`;
  const select = `select * from pings where ${half} format Native`;
  const read = await askClickHouse(from, { database: one.database, query: select });
  const insert = `insert into pings ${smallBlocks} format Native`;
  await (await askClickHouse(to, { database: two.database, query: insert }, read.body)).text();
}
