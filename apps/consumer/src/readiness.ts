import type { LogReader, LogWriter } from '@tallyhouse/log';
import type { Checks } from '@tallyhouse/service';
import type { SettleLoop } from '@tallyhouse/settle';
import type { ConsumerConfig } from './config.ts';
import type { Freshness } from './freshness.ts';
import type { LagMonitor } from './lag-monitor.ts';

export interface ReadinessDeps {
  writer: Pick<LogWriter, 'check'>;
  reader: Pick<LogReader, 'check'>;
  clickhouse: { ping(): Promise<{ success: boolean }> };
  monitor: Pick<LagMonitor, 'lags'>;
  freshness: Pick<Freshness, 'secondsBehind'>;
  countParts: () => Promise<number>;
  settling: Pick<SettleLoop, 'state'>;
}

/**
 * How long a settled day may be stale. Reports are exact meanwhile, only slower, so there is no hurry. It is longer than
 * delays that end by themselves: a restart of ClickHouse, a rebuild that failed once, the rebuild of a year of days.
 */
const mostStaleHours = 6;

/** The consumer's readiness checks: the log and ClickHouse answer, and pings reach the tables in time. */
export function readinessOf(
  { MAX_LAG_SECONDS: maxSeconds, MAX_PARTS: maxParts }: ConsumerConfig,
  { writer, reader, clickhouse, monitor, freshness, countParts, settling }: ReadinessDeps,
): Checks {
  return {
    log: async () => {
      await writer.check();
      await reader.check();
    },
    clickhouse: async () => {
      const { success } = await clickhouse.ping();
      if (!success) throw new Error('ClickHouse does not answer');
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
      const parts = await countParts();
      if (parts <= maxParts) return;
      throw new Error(`a partition has ${parts} parts; the limit is ${maxParts}`);
    },
    settled: async () => {
      const late = settling.state().filter(({ dueSeconds }) => dueSeconds > mostStaleHours * 3600);
      if (late.length === 0) return;
      const stale = late.map(
        ({ table, dueDate, dueSeconds, failures }) =>
          `${table} of ${dueDate} is ${Math.floor(dueSeconds / 3600)} h stale (${failures} failures)`,
      );
      throw new Error(`${stale.join(', ')}; the limit is ${mostStaleHours} h. Reports are exact, but slower`);
    },
  };
}
