import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { cpuSeconds } from '../cpu.ts';
import type { Service } from '../service.ts';
import costSql from './cost.sql';

const tableCost = z.object({
  table: z.string(),
  inserts: z.number(),
  rows_inserted: z.number(),
  insert_seconds: z.number(),
  merges: z.number(),
  rows_merged: z.number(),
  merge_seconds: z.number(),
});

export type TableCost = z.output<typeof tableCost>;

/** What pings cost from the first of them until all are stored. Times are CPU seconds. */
export interface Cost {
  node: number;
  clickhouse: number;
  /** Handed to the disk by both processes, bytes. */
  bytesWritten: number;
  /** Files and folders that ClickHouse synced. */
  syncs: number;
  /** Transactions of the embedded log, each of which waits for the disk twice; 0 with Kafka. */
  commits: number;
  tables: TableCost[];
}

/** Lets the ClickHouse of a data folder note its parts and views. Call it before the service starts. */
export function logParts(folder: string): void {
  const configs = join(folder, 'clickhouse', 'config.d');
  mkdirSync(configs, { recursive: true, mode: 0o700 });
  const log = (name: string) =>
    `<${name}><database>system</database><table>${name}</table>` +
    `<flush_interval_milliseconds>10000</flush_interval_milliseconds></${name}>`;
  const text = `<clickhouse>${log('part_log')}${log('query_views_log')}</clickhouse>\n`;
  writeFileSync(join(configs, 'logs.xml'), text);
}

/** Starts to count once no merge is running, after ten seconds at most. @param folder the service's data. @returns ends it */
export async function meter(service: Service, folder: string): Promise<() => Promise<Cost>> {
  const idleBy = performance.now() + 10_000;
  while ((await numberOf(service, mergesSql)) > 0 && performance.now() < idleBy) await sleep(100);
  const [node = 0, clickhouse = 0] = service.pids();
  const count = async () => ({
    at: await now(service),
    syncs: await numberOf(service, syncsSql),
    bytes: bytesWritten(node) + bytesWritten(clickhouse),
    commits: commitsOf(join(folder, 'log', 'log.mdb')),
    node: cpuSeconds(node),
    clickhouse: cpuSeconds(clickhouse),
  });
  const before = await count();
  return async () => {
    const after = await count();
    await service.command('system flush logs');
    const rows = await service.query(costSql, { start: before.at, end: after.at });
    return {
      node: after.node - before.node,
      clickhouse: after.clickhouse - before.clickhouse,
      bytesWritten: after.bytes - before.bytes,
      syncs: after.syncs - before.syncs,
      commits: after.commits - before.commits,
      tables: z.array(tableCost).parse(rows),
    };
  };
}

const mergesSql = 'select count() as n from system.merges';
const syncsSql = "select sum(value) as n from system.events where event in ('FileSync', 'DirectorySync')";

async function now(service: Service): Promise<string> {
  const [row] = await service.query('select toString(now64(6)) as at');
  return String(row?.['at']);
}

export async function numberOf(service: Service, sql: string): Promise<number> {
  const [row] = await service.query(sql);
  return Number(row?.['n']);
}

/** The number of LMDB's last transaction, from the two heads of its file (packages/log/src/embedded/lmdb-file.ts). */
function commitsOf(file: string): number {
  if (!existsSync(file)) return 0;
  const descriptor = openSync(file, 'r');
  const heads = Buffer.alloc(8192);
  readSync(descriptor, heads, 0, heads.length, 0);
  closeSync(descriptor);
  const pageSize = heads.readUInt32LE(48);
  return Math.max(...[0, pageSize].map((at) => Number(heads.readBigUInt64LE(at + 152))));
}

/** Linux only: read from /proc. */
function bytesWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
