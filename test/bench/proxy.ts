import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, startEmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { cpuSeconds } from './cpu.ts';
import { type Line, ratioLine } from './line.ts';
import { median } from './statistics.ts';

const insertedRows = 50_000;

/**
 * The embedded ClickHouse through the proxy in front of it, beside the way past it that the service's own clients
 * take. CPU is that of all processes: ClickHouse with its proxy, and the client.
 * @param rows of the export
 */
export async function measureProxy(
  folder: string,
  { rounds, rows }: { rounds: number; rows: number },
  say: (text: string) => void,
): Promise<Line[]> {
  const logger = createLogger('bench', 'error');
  const server = await startEmbeddedClickHouse({
    folder,
    port: 0,
    limits: { memoryBytes: 4 * 1024 ** 3 },
    reader: { database: 'default', seconds: 3600, memoryBytes: 4 * 1024 ** 3 },
    program: 'dist/clickhouse-server.js',
    logger,
  });
  const clientOf = (url: string) =>
    createClickHouse({ url, user: 'writer', password: server.passwords.writer }, logger);
  const sides = { proxied: clientOf(server.url), past: clientOf(server.insideUrl) };
  await sides.past.command({
    query: 'create table rows (n UInt32, path String, id UUID, at DateTime) engine = MergeTree order by n',
  });
  const text = Array.from(
    { length: insertedRows },
    (_, n) =>
      `${n},/articles/${n % 997}/${'a-long-path'.repeat(12)},${crypto.randomUUID()},${1_700_000_000 + n}\n`,
  ).join('');
  const works: Record<string, (client: ClickHouseClient) => Promise<void>> = {
    [`an insert of ${insertedRows} rows`]: async (client) => {
      await client.insert({
        table: 'rows',
        values: Readable.from([text], { objectMode: false }),
        format: 'CSV',
      });
    },
    [`a CSV export of ${rows} rows`]: async (client) => {
      const { stream } = await client.exec({
        query: `select number, generateUUIDv7() as id, repeat('a path ', 10) as path, now() as at from numbers(${rows}) format CSV`,
      });
      for await (const _chunk of stream);
    },
    '200 short queries, one after the other': async (client) => {
      for (let n = 0; n < 200; n++) {
        await (await client.query({ query: 'select max(n) from rows where n < 100', format: 'JSON' })).text();
      }
    },
  };
  const lines: Line[] = [];
  for (const [what, work] of Object.entries(works)) {
    const taken = { proxied: nothing(), past: nothing() };
    for (const client of Object.values(sides)) await work(client);
    for (let round = 0; round < rounds; round++) {
      for (const side of round % 2 ? (['past', 'proxied'] as const) : (['proxied', 'past'] as const)) {
        const { seconds, cpu } = await timed(server.pid() ?? 0, () => work(sides[side]));
        taken[side].seconds.push(seconds);
        taken[side].cpu.push(cpu);
      }
    }
    say(`${what}: ${JSON.stringify(taken)}`);
    for (const measure of ['seconds', 'cpu'] as const) {
      const past = median(taken.past[measure]);
      const name = measure === 'cpu' ? 'CPU of all processes' : 'time';
      lines.push(
        ratioLine('proxy', `${what}, ${name}, of the way past it`, median(taken.proxied[measure]) / past, {
          baseline: `${past.toFixed(2)} s`,
        }),
      );
    }
  }
  await Promise.all(Object.values(sides).map((client) => client.close()));
  await server.stop();
  return lines;
}

const nothing = (): { seconds: number[]; cpu: number[] } => ({ seconds: [], cpu: [] });

async function timed(server: number, work: () => Promise<void>): Promise<{ seconds: number; cpu: number }> {
  const before = { server: cpuSeconds(server), own: process.cpuUsage(), at: performance.now() };
  await work();
  const own = process.cpuUsage(before.own);
  return {
    seconds: (performance.now() - before.at) / 1000,
    cpu: cpuSeconds(server) - before.server + (own.user + own.system) / 1e6,
  };
}
