import { isDeepStrictEqual } from 'node:util';
import { startShards, type TestShards } from '../cluster/shards.ts';
import { freePort } from '../harness/free-port.ts';
import { startProgram } from '../harness/program.ts';
import { fill } from './fill/fill.ts';
import { settle } from './fill/settle.ts';
import { type Line, ratioLine } from './line.ts';
import { questions } from './reports/questions.ts';
import { askOf, mostReadPage, ms, type Repetitions } from './reports/timing.ts';
import { key, reportsOf } from './service.ts';
import { median } from './statistics.ts';

export interface ShardsRounds extends Pick<Repetitions, 'warmUps' | 'asked'> {
  /** Of one site in 30 days. */
  pageviews: number;
  /** How many of the newest days are settled. */
  settledDays: number;
}

/** Times each report over two shards with half of the sessions each, and over one server with all of them, in turn. */
export async function measureShards(
  { pageviews, settledDays, warmUps, asked }: ShardsRounds,
  say: (text: string) => void,
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
    const filled = await fill({ command }, { pageviews, days: 30, threads: 2 }, (share) =>
      say(`filling one server: ${Math.round(share * 100)} %`),
    );
    for (const [index, shard] of two.shards.entries()) {
      say(`copying the sessions of shard ${shard.number}`);
      await copyPings(addressOf(one, 0), addressOf(two, index), `cityHash64(session_id) % 2 = ${index}`);
    }
    for (const { database, shards } of [one, two])
      for (const { url } of shards) await settle({ clickhouseUrl: url, database }, settledDays, say);

    const alone = await startQueryApp({
      CLICKHOUSE_URL: whole.readerUrl,
      CLICKHOUSE_DATABASE: one.database,
    });
    stops.unshift(alone.stop);
    const sharded = await startQueryApp({
      CLICKHOUSE_URL: two.shards[0]?.readerUrl ?? '',
      CLICKHOUSE_SHARDS: two.shards.map(({ readerUrl }) => readerUrl).join(),
      CLICKHOUSE_CLUSTER: two.cluster,
      CLICKHOUSE_DATABASE: two.database,
    });
    stops.unshift(sharded.stop);
    const lines: Line[] = [];
    for (const { name, path } of questions(await mostReadPage(alone, filled))) {
      const sides = { alone: askOf(alone, filled, path), sharded: askOf(sharded, filled, path) };
      if (!isDeepStrictEqual(await sides.sharded(0), await sides.alone(0)))
        throw new Error(`${name}: two shards and one server answer differently`);
      const times = { alone: [] as number[], sharded: [] as number[] };
      for (let round = 1; round < warmUps + asked; round++) {
        for (const side of ['alone', 'sharded'] as const) {
          const began = performance.now();
          await sides[side](round);
          if (round >= warmUps) times[side].push(performance.now() - began);
        }
      }
      const [ofOne, ofTwo] = [median(times.alone), median(times.sharded)];
      say(`${name}: two shards ${ms(ofTwo)} ms, one server ${ms(ofOne)} ms`);
      lines.push(
        ratioLine('shards', `${name}, two shards beside one server, medians`, ofTwo / ofOne, {
          atMost: 1.3,
          baseline: `${ms(ofOne)} ms`,
        }),
      );
    }
    return lines;
  } finally {
    for (const stop of stops) await stop();
  }
}

interface Address {
  url: string;
  database: string;
}

function addressOf({ shards, database }: TestShards, index: number): Address {
  return { url: shards[index]?.url ?? '', database };
}

/** Views group a whole block at a time, and the servers have little memory. */
const smallBlocks = 'settings min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 0';

/** Inserts pings of one server into another, whose views fill its other tables. */
async function copyPings(from: Address, to: Address, condition: string): Promise<void> {
  const read = await ask(from, `select * from pings where ${condition} format Native`);
  await (await ask(to, `insert into pings ${smallBlocks} format Native`, read.body)).text();
}

async function ask(
  { url, database }: Address,
  query: string,
  body: Response['body'] = null,
): Promise<Response> {
  const { origin, username, password } = new URL(url);
  const response = await fetch(`${origin}/?${new URLSearchParams({ database, query })}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body,
    duplex: 'half',
  });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

async function startQueryApp(environment: Readonly<Record<string, string>>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram([process.execPath, 'dist/query.js'], {
    // No more memory than the servers allow.
    env: { API_KEY: key, QUERY_PORT: `${port}`, QUERY_MAX_MEMORY_MB: '1000', ...environment },
    readyUrls: [`${url}/readyz`],
  });
  return {
    report: reportsOf(`${url}/api/v1`),
    stop: () => program.end('SIGTERM'),
  };
}
