import type { RollingUp } from '@tallyhouse/clickhouse';
import type { LogReader, LogWriter } from '@tallyhouse/log';
import type { Checks } from '@tallyhouse/service';
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
  rollingUp: Pick<RollingUp, 'state'>;
}

/**
 * How long a day of a rollup may be behind. Reports are exact meanwhile, only slower, so this is no hurry: it is longer than
 * what passes by itself, a restart of ClickHouse, a day that was too much for it once, the making of a year of days.
 */
const mostRollupHours = 6;

/** The consumer does its job: what it needs answers, and pings reach the tables in time. */
export function readinessOf(
  { MAX_LAG_SECONDS: maxSeconds, MAX_PARTS: maxParts }: ConsumerConfig,
  { writer, reader, clickhouse, monitor, freshness, countParts, rollingUp }: ReadinessDeps,
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
      const said = late.map(
        ({ partition, messages, seconds }) =>
          `partition ${partition} is ${Math.round(seconds)} s and ${messages} messages behind`,
      );
      throw new Error(`${said.join(', ')}; the limit is ${maxSeconds} s`);
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
    rollups: async () => {
      const late = rollingUp.state().filter(({ dueSeconds }) => dueSeconds > mostRollupHours * 3600);
      if (late.length === 0) return;
      const said = late.map(
        ({ table, dueDate, dueSeconds, failures }) =>
          `${table} of ${dueDate} is ${Math.floor(dueSeconds / 3600)} h behind (${failures} failures)`,
      );
      throw new Error(`${said.join(', ')}; the limit is ${mostRollupHours} h. Reports are exact, but slower`);
    },
  };
}
