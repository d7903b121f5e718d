import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { type Line, line } from './line.ts';
import { meter } from './process.ts';
import type { Service } from './service.ts';
import type { Sizes } from './sizes.ts';
import { median } from './statistics.ts';

const insertedRows = 50_000;
const sides = ['proxied', 'past'] as const;

/**
 * The embedded ClickHouse through the proxy in front of it, beside the way past it that the service's own clients
 * take. CPU is that of ClickHouse with its proxy, and of the client.
 */
export async function measureProxy(service: Service, { rounds, rows }: Sizes['proxy']): Promise<Line[]> {
  const { username, password } = new URL(service.clickhouseUrl);
  const clientOf = (url: string) =>
    createClickHouse({ url, user: username, password }, createLogger('bench', 'error'));
  const clients = { proxied: clientOf(service.biUrl), past: clientOf(service.clickhouseUrl) };
  await clients.past.command({
    query: 'create table rows (n UInt32, path String, id UUID, at DateTime) engine = MergeTree order by n',
  });
  const lines: Line[] = [];
  for (const [what, work] of Object.entries(worksOf(rows))) {
    const nothing = () => ({ proxied: [] as number[], past: [] as number[] });
    const taken = { time: nothing(), 'CPU of all processes': nothing() };
    for (const client of Object.values(clients)) await work(client);
    for (let round = 0; round < rounds; round++)
      for (const side of round % 2 ? sides.toReversed() : sides) {
        const end = meter(service.pids()[1]);
        await work(clients[side]);
        const { seconds, server, own } = end();
        taken.time[side].push(seconds);
        taken['CPU of all processes'][side].push(server + own);
      }
    for (const [name, { proxied, past }] of Object.entries(taken)) {
      const baseline = `${median(past).toFixed(2)} s`;
      lines.push(line(`${what}, ${name}, of the way past it`, median(proxied) / median(past), { baseline }));
    }
  }
  await Promise.all(Object.values(clients).map((client) => client.close()));
  return lines;
}

function worksOf(rows: number): Record<string, (client: ClickHouseClient) => Promise<void>> {
  const text = Array.from(
    { length: insertedRows },
    (_, n) =>
      `${n},/articles/${n % 997}/${'a-long-path'.repeat(12)},${crypto.randomUUID()},${1_700_000_000 + n}\n`,
  ).join('');
  return {
    [`an insert of ${insertedRows} rows`]: async (client) => {
      const values = Readable.from([text], { objectMode: false });
      await client.insert({ table: 'rows', values, format: 'CSV' });
    },
    [`a CSV export of ${rows} rows`]: async (client) => {
      const { stream } = await client.exec({
        query: `select number, generateUUIDv7() as id, repeat('a path ', 10) as path, now() as at from numbers(${rows}) format CSV`,
      });
      for await (const _chunk of stream);
    },
    '200 short queries, one after the other': async (client) => {
      for (let n = 0; n < 200; n++)
        await (await client.query({ query: 'select max(n) from rows where n < 100', format: 'JSON' })).text();
    },
  };
}
