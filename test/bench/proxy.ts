import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { type Line, line } from './line.ts';
import { cpuSeconds } from './process.ts';
import type { Service } from './service.ts';
import { median, took } from './statistics.ts';

const insertedRows = 50_000;
const sidesInTurn = [
  ['proxied', 'past'],
  ['past', 'proxied'],
] as const;

/**
 * The embedded ClickHouse through the proxy in front of it, beside the way past it that the service's own clients
 * take. CPU is that of ClickHouse with its proxy, and of the client.
 * @param rows of the export
 */
export async function measureProxy(
  service: Service,
  { rounds, rows }: { rounds: number; rows: number },
): Promise<Line[]> {
  const { username, password } = new URL(service.clickhouseUrl);
  const clientOf = (url: string) =>
    createClickHouse({ url, user: username, password }, createLogger('bench', 'error'));
  const sides = { proxied: clientOf(service.biUrl), past: clientOf(service.clickhouseUrl) };
  await sides.past.command({
    query: 'create table rows (n UInt32, path String, id UUID, at DateTime) engine = MergeTree order by n',
  });
  const lines: Line[] = [];
  for (const [what, work] of Object.entries(worksOf(rows))) {
    const taken = { proxied: nothing(), past: nothing() };
    for (const client of Object.values(sides)) await work(client);
    for (let round = 0; round < rounds; round++)
      for (const side of sidesInTurn[round % 2 ? 1 : 0]) {
        const { time, cpu } = await costOf(service, () => work(sides[side]));
        taken[side].time.push(time);
        taken[side].cpu.push(cpu);
      }
    for (const [measure, name] of Object.entries({ time: 'time', cpu: 'CPU of all processes' } as const)) {
      const [proxied, past] = [taken.proxied, taken.past].map((side) => median(side[measure as keyof Taken]));
      const baseline = `${past?.toFixed(2)} s`;
      lines.push(line(`${what}, ${name}, of the way past it`, (proxied ?? 0) / (past ?? 0), { baseline }));
    }
  }
  await Promise.all(Object.values(sides).map((client) => client.close()));
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

interface Taken {
  /** Seconds of each round, by the clock and of CPU time. */
  time: number[];
  cpu: number[];
}
const nothing = (): Taken => ({ time: [], cpu: [] });

async function costOf(service: Service, work: () => Promise<void>): Promise<{ time: number; cpu: number }> {
  const [, server] = service.pids();
  const [before, own] = [cpuSeconds(server), process.cpuUsage()];
  const time = (await took(work)) / 1000;
  const { user, system } = process.cpuUsage(own);
  return { time, cpu: cpuSeconds(server) - before + (user + system) / 1e6 };
}
