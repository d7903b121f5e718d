import { setTimeout as sleep } from 'node:timers/promises';
import { only } from '@tallyhouse/clickhouse';
import { z } from 'zod';
import { cpuSeconds } from '../process.ts';
import { type Service, serverTime } from '../service.ts';
import costSql from './cost.sql';

const ofClickHouse = z.object({
  inserts: z.number(),
  rows_inserted: z.number(),
  insert_seconds: z.number(),
  rows_merged: z.number(),
  merge_seconds: z.number(),
});

/** The cost of pings from the first of them until all are stored. Times are CPU seconds. */
export interface Cost extends z.output<typeof ofClickHouse> {
  node: number;
  clickhouse: number;
}

/** Starts to measure once no merge is running, after ten seconds at most. @param service started with logs. @returns ends it */
export async function costsOf(service: Service): Promise<() => Promise<Cost>> {
  const idleBy = performance.now() + 10_000;
  const merging = () => service.count('select count() as n from system.merges');
  while ((await merging()) > 0 && performance.now() < idleBy) await sleep(100);
  const [node, clickhouse] = service.pids();
  const before = [cpuSeconds(node), cpuSeconds(clickhouse)] as const;
  const start = await serverTime(service);
  return async () => {
    const end = await serverTime(service);
    const cost = { node: cpuSeconds(node) - before[0], clickhouse: cpuSeconds(clickhouse) - before[1] };
    await service.command('system flush logs');
    return { ...cost, ...ofClickHouse.parse(only(await service.query(costSql, { start, end }))) };
  };
}
