import type { ClickHouseClient } from '@clickhouse/client';
import type { LogWriter } from '@tallyhouse/log';
import type { Checks } from '@tallyhouse/service';
import type { ConsumerConfig } from './config.ts';
import type { Freshness } from './freshness.ts';
import type { LagMonitor } from './lag-monitor.ts';

export interface ReadinessDeps {
  writer: Pick<LogWriter, 'check'>;
  clickhouse: ClickHouseClient;
  monitor: Pick<LagMonitor, 'lags'>;
  freshness: Pick<Freshness, 'secondsBehind'>;
  countParts: () => Promise<number>;
}

/** The consumer does its job: what it needs answers, and pings reach the tables in time. */
export function readinessOf(
  { MAX_LAG_SECONDS: maxSeconds, MAX_PARTS: maxParts }: ConsumerConfig,
  { writer, clickhouse, monitor, freshness, countParts }: ReadinessDeps,
): Checks {
  return {
    log: () => writer.check(),
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
  };
}
