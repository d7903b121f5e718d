import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { bytesWritten, cpuSeconds } from '../process.ts';
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

/** Starts to count once no merge is running, after ten seconds at most. @param service started with logs. @returns ends it */
export async function costsOf(service: Service): Promise<() => Promise<Cost>> {
  const idleBy = performance.now() + 10_000;
  const merging = () => service.count('select count() as n from system.merges');
  while ((await merging()) > 0 && performance.now() < idleBy) await sleep(100);
  const [node, clickhouse] = service.pids();
  const now = async () => String((await service.query('select toString(now64(6)) as at'))[0]?.['at']);
  const count = async () => ({
    syncs: await service.count(syncsSql),
    bytesWritten: bytesWritten(node) + bytesWritten(clickhouse),
    commits: commitsOf(join(service.folder, 'log', 'log.mdb')),
    node: cpuSeconds(node),
    clickhouse: cpuSeconds(clickhouse),
  });
  const start = await now();
  const before = await count();
  return async () => {
    const end = await now();
    const after = await count();
    await service.command('system flush logs');
    const rows = await service.query(costSql, { start, end });
    const since = (name: keyof typeof before) => after[name] - before[name];
    return {
      node: since('node'),
      clickhouse: since('clickhouse'),
      bytesWritten: since('bytesWritten'),
      syncs: since('syncs'),
      commits: since('commits'),
      tables: z.array(tableCost).parse(rows),
    };
  };
}

const syncsSql = "select sum(value) as n from system.events where event in ('FileSync', 'DirectorySync')";

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
