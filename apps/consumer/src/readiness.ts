import { setTimeout as sleep } from 'node:timers/promises';
import type { LogReader, LogWriter } from '@tallyhouse/log';
import type { Checks } from '@tallyhouse/service';
import type { ConsumerConfig } from './config.ts';
import type { Freshness } from './freshness.ts';
import type { LagMonitor } from './lag-monitor.ts';
import type { ClockOfShard, CountedParts, StateOfShard } from './metrics.ts';

export interface ReadinessDeps {
  writer: Pick<LogWriter, 'check'>;
  reader: Pick<LogReader, 'check'>;
  servers: readonly {
    name: string;
    client: { ping(): Promise<{ success: boolean }> };
    ready(): Promise<void>;
  }[];
  /** Whether a shard stores a partition, to this process's knowledge. */
  hasPartition(partition: number): boolean;
  monitor: Pick<LagMonitor, 'lags'>;
  freshness: Pick<Freshness, 'secondsBehind'>;
  /** One for each server. */
  parts: readonly CountedParts[];
  settling: { state(): StateOfShard[]; clocks(): ClockOfShard[] };
}

/**
 * How long a settled day may be stale. Reports are exact meanwhile, only slower, so there is no hurry. It is longer than
 * delays that end by themselves: a restart of ClickHouse, a rebuild that failed once, the rebuild of a year of days.
 */
const mostStaleHours = 6;

/** Below the limit of a check, so that a server which takes connections and stays silent is named. */
const mostSilentMs = 1500;

/** How far clocks may differ: watermarks are two minutes before the rebuild, of which an insert may take one (settle/src/rebuild.ts). */
const mostSkewSeconds = 30;

/** The consumer's readiness checks: the log and ClickHouse respond, and pings reach the tables in time. */
export function readinessOf(
  { MAX_LAG_SECONDS: maxSeconds, MAX_PARTS: maxParts }: ConsumerConfig,
  { writer, reader, servers, hasPartition, monitor, freshness, parts, settling }: ReadinessDeps,
): Checks {
  return {
    log: async () => {
      await writer.check();
      await reader.check();
    },
    clickhouse: async () => {
      const problems = await Promise.all(
        servers.map(async ({ name, client, ready }) => {
          const silent = sleep(mostSilentMs, { success: false }, { ref: false });
          const { success } = await Promise.race([client.ping(), silent]);
          if (!success) return [`${name} does not answer`];
          await ready();
          return [];
        }),
      );
      if (problems.flat().length > 0) throw new Error(problems.flat().join(', '));
      const added = monitor.lags().flatMap(({ partition }) => (hasPartition(partition) ? [] : [partition]));
      if (added.length === 0) return;
      throw new Error(
        `partitions ${added[0]} to ${added.at(-1)} came after the start of this consumer, and their pings wait: start it again, with the CLICKHOUSE_SHARDS of tallyhouse reshard run`,
      );
    },
    lag: async () => {
      const late = monitor.lags().filter(({ seconds }) => seconds > maxSeconds);
      if (late.length === 0) return;
      const behind = late.map(
        ({ partition, messages, seconds }) =>
          `partition ${partition} is ${Math.round(seconds)} s and ${messages} messages behind`,
      );
      throw new Error(`${behind.join(', ')}; the limit is ${maxSeconds} s`);
    },
    freshness: async () => {
      const seconds = freshness.secondsBehind();
      if (seconds <= maxSeconds) return;
      throw new Error(
        `pings arrive, but none was stored for ${Math.round(seconds)} s; the limit is ${maxSeconds} s`,
      );
    },
    parts: async () => {
      for (const { name, shard, count } of parts) {
        const found = await count();
        if (found <= maxParts) continue;
        const where = shard === undefined ? 'a partition' : `a partition of ${name}`;
        throw new Error(`${where} has ${found} parts; the limit is ${maxParts}`);
      }
    },
    clock: async () => {
      const wrong = settling.clocks().flatMap(({ shard, aheadSeconds, watermarkAheadSeconds }) => {
        const whose = shard === undefined ? "ClickHouse's clock" : `the clock of shard ${shard}`;
        const seconds = Math.round(Math.abs(aheadSeconds));
        return [
          ...(Math.abs(aheadSeconds) > mostSkewSeconds
            ? [`${whose} is ${seconds} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} that of this consumer`]
            : []),
          ...(watermarkAheadSeconds > 0
            ? [
                `${whose} was ahead when a day was settled: its watermark is ${Math.round(watermarkAheadSeconds)} s in the future`,
              ]
            : []),
        ];
      });
      if (wrong.length === 0) return;
      throw new Error(
        `${wrong.join(', ')}; the limit is ${mostSkewSeconds} s. Reports are exact; set the clocks by NTP`,
      );
    },
    settled: async () => {
      const late = settling.state().filter(({ dueSeconds }) => dueSeconds > mostStaleHours * 3600);
      if (late.length === 0) return;
      const stale = late.map(
        ({ table, shard, dueDate, dueSeconds, failures }) =>
          `${table}${shard === undefined ? '' : ` on shard ${shard}`} of ${dueDate} is ${Math.floor(dueSeconds / 3600)} h stale (${failures} failures)`,
      );
      throw new Error(`${stale.join(', ')}; the limit is ${mostStaleHours} h. Reports are exact, but slower`);
    },
  };
}
