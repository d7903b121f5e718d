import type { LogReader } from '@tallyhouse/log';
import { receivedAt } from '@tallyhouse/ping';
import { Counter, durationBuckets, Gauge, Histogram, type Registry } from '@tallyhouse/service';
import type { CheckedTable, Clock, SettledState } from '@tallyhouse/settle';
import type { DeadLetters } from './dead-letters.ts';
import type { Freshness } from './freshness.ts';
import { ContentRefusedError, type InsertPings } from './insert.ts';
import type { LagMonitor } from './lag-monitor.ts';
import { sizeOf } from './runs.ts';

/** The state of a settled table on a server; without a shard, on a single one. */
export type StateOfShard = SettledState & { shard?: number | undefined };

export type ClockOfShard = Clock & { shard: number | undefined };

/** The result of the last comparison of settled days with a rebuild on a server. */
export interface ChecksOfShard {
  /** The result when another process compared. */
  tables: readonly CheckedTable[];
  checkedAt: number | undefined;
  shard: number | undefined;
}

export interface CountedParts {
  name: string;
  shard: number | undefined;
  /** Rejects while it is unavailable. */
  count(): Promise<number>;
}

const labelOf = (shard: number | undefined) => (shard === undefined ? {} : { shard });

/** The consumer's metrics, and the wrappers that measure its parts. */
export function createConsumerMetrics(registry: Registry, clock: () => number) {
  const registers = [registry];
  const batchRows = new Histogram({
    name: 'tallyhouse_consumer_batch_rows',
    help: 'Rows of one insert.',
    buckets: [1, 10, 100, 500, 1000, 5000, 10_000, 25_000, 50_000],
    registers,
  });
  const batchBytes = new Histogram({
    name: 'tallyhouse_consumer_batch_bytes',
    help: 'Bytes of the messages of one insert.',
    buckets: [1000, 10_000, 100_000, 1_000_000, 4_000_000, 16_000_000],
    registers,
  });
  const insertDuration = new Histogram({
    name: 'tallyhouse_consumer_insert_duration_seconds',
    help: 'How long ClickHouse took to store a batch, or to refuse it.',
    buckets: durationBuckets,
    registers,
  });
  const insertErrors = new Counter({
    name: 'tallyhouse_consumer_insert_errors_total',
    help: 'Failed inserts. content: ClickHouse refused a message; unavailable: it could not store anything at the time.',
    labelNames: ['kind', 'shard'],
    registers,
  });
  const rowsStored = new Counter({
    name: 'tallyhouse_consumer_rows_stored_total',
    help: 'Rows that ClickHouse acknowledged, redelivered ones included.',
    registers,
  });
  const deadLetters = new Counter({
    name: 'tallyhouse_consumer_dead_letters_total',
    help: 'Messages that became dead letters.',
    registers,
  });
  const delay = new Histogram({
    name: 'tallyhouse_consumer_delay_seconds',
    help: 'Time from the receipt of the oldest ping of a batch until the batch was stored.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400],
    registers,
  });

  return {
    measureInserts(insert: InsertPings, shard?: number): InsertPings {
      const label = labelOf(shard);
      for (const kind of ['content', 'unavailable']) insertErrors.inc({ kind, ...label }, 0);
      return async (...runs) => {
        const { messages, bytes } = sizeOf(runs);
        const began = performance.now();
        batchRows.observe(messages);
        batchBytes.observe(bytes);
        try {
          await insert(...runs);
        } catch (error) {
          insertErrors.inc({
            kind: error instanceof ContentRefusedError ? 'content' : 'unavailable',
            ...label,
          });
          throw error;
        } finally {
          insertDuration.observe((performance.now() - began) / 1000);
        }
        rowsStored.inc(messages);
        const oldest = runs.flatMap((run) => (run.values[0] && receivedAt(run.values[0])) ?? []);
        // Ingest's clock may be ahead of ours.
        if (oldest.length > 0) delay.observe(Math.max(0, clock() - Math.min(...oldest)) / 1000);
      };
    },

    countDeadLetters(letters: DeadLetters): DeadLetters {
      return {
        async add(refused) {
          await letters.add(refused);
          deadLetters.inc(refused.length);
        },
      };
    },

    watchLag(monitor: Pick<LagMonitor, 'lags'>): void {
      const about = { labelNames: ['partition'], registers };
      new Gauge({
        ...about,
        name: 'tallyhouse_consumer_lag_messages',
        help: 'Messages of a partition that are not handled yet. Every consumer reports all partitions.',
        collect() {
          this.reset();
          for (const { partition, messages } of monitor.lags()) this.set({ partition }, messages);
        },
      });
      new Gauge({
        ...about,
        name: 'tallyhouse_consumer_lag_seconds',
        help: 'Age of the oldest unhandled message of a partition; exact at the consumer that reads it.',
        collect() {
          this.reset();
          for (const { partition, seconds } of monitor.lags()) this.set({ partition }, seconds);
        },
      });
    },

    watchFreshness(freshness: Pick<Freshness, 'newestStored'>): void {
      new Gauge({
        name: 'tallyhouse_consumer_newest_stored_ping_timestamp_seconds',
        help: 'When the newest ping that this process stored was received; 0 before the first.',
        registers,
        collect() {
          this.set((freshness.newestStored() ?? 0) / 1000);
        },
      });
    },

    watchReader(reader: Pick<LogReader, 'rebalances' | 'rejoins' | 'offsetResets'>): void {
      new Counter({
        name: 'tallyhouse_consumer_rebalances_total',
        help: 'Rebalances of the group that this consumer took part in.',
        registers,
        collect() {
          this.reset();
          this.inc(reader.rebalances());
        },
      });
      new Counter({
        name: 'tallyhouse_consumer_rejoins_total',
        help: 'Times reading restarted after it had failed or Kafka could not be reached.',
        registers,
        collect() {
          this.reset();
          this.inc(reader.rejoins());
        },
      });
      new Counter({
        name: 'tallyhouse_consumer_offset_resets_total',
        help: 'Times the committed offset no longer existed (messages expired, or the topic was recreated) and reading restarted at the oldest message.',
        registers,
        collect() {
          this.reset();
          this.inc(reader.offsetResets());
        },
      });
    },

    watchSettling({ state }: { state(): StateOfShard[] }): void {
      const about = { labelNames: ['table', 'shard'], registers };
      new Gauge({
        ...about,
        name: 'tallyhouse_consumer_settled_due_seconds',
        help: 'How long the longest waiting day has been stale; 0 when none is.',
        collect() {
          for (const { table, shard, dueSeconds } of state())
            this.set({ table, ...labelOf(shard) }, dueSeconds);
        },
      });
      new Counter({
        ...about,
        name: 'tallyhouse_consumer_settled_failures_total',
        help: 'Failed rebuilds of days.',
        collect() {
          this.reset();
          for (const { table, shard, failures } of state()) this.inc({ table, ...labelOf(shard) }, failures);
        },
      });
      new Gauge({
        ...about,
        name: 'tallyhouse_consumer_settled_rebuilt_timestamp_seconds',
        help: 'When this process last rebuilt a day; 0 before the first.',
        collect() {
          for (const { table, shard, rebuiltAt = 0 } of state())
            this.set({ table, ...labelOf(shard) }, rebuiltAt / 1000);
        },
      });
    },

    watchClocks({ clocks }: { clocks(): ClockOfShard[] }): void {
      const about = { labelNames: ['shard'], registers };
      new Gauge({
        ...about,
        name: 'tallyhouse_consumer_clickhouse_clock_ahead_seconds',
        help: "How far ClickHouse's clock is ahead of that of this process; negative when it is behind.",
        collect() {
          this.reset();
          for (const { shard, aheadSeconds } of clocks()) this.set(labelOf(shard), aheadSeconds);
        },
      });
      new Gauge({
        ...about,
        name: 'tallyhouse_consumer_watermark_ahead_seconds',
        help: "How far the newest watermark is in the future of ClickHouse's clock; 0 when none does.",
        collect() {
          this.reset();
          for (const { shard, watermarkAheadSeconds } of clocks())
            this.set(labelOf(shard), watermarkAheadSeconds);
        },
      });
    },

    watchChecks({ checks }: { checks(): ChecksOfShard[] }): void {
      new Gauge({
        name: 'tallyhouse_consumer_verify_differing_days',
        help: 'Settled days that differed from a rebuild when this process last compared them; 0 where another one compares.',
        labelNames: ['table', 'shard'],
        registers,
        collect() {
          this.reset();
          for (const { shard, tables } of checks())
            for (const { table, differing } of tables) this.set({ table, ...labelOf(shard) }, differing);
        },
      });
      new Gauge({
        name: 'tallyhouse_consumer_verify_timestamp_seconds',
        help: 'When this process last compared settled days with a rebuild; missing where another process compares.',
        labelNames: ['shard'],
        registers,
        collect() {
          this.reset();
          for (const { shard, checkedAt } of checks())
            if (checkedAt !== undefined) this.set(labelOf(shard), checkedAt / 1000);
        },
      });
    },

    watchParts(servers: readonly CountedParts[]): void {
      new Gauge({
        name: 'tallyhouse_consumer_clickhouse_parts',
        help: 'The most active parts in any partition of any table; missing while ClickHouse is unavailable.',
        labelNames: ['shard'],
        registers,
        async collect() {
          await Promise.all(
            servers.map(async ({ shard, count }) => {
              try {
                this.set(labelOf(shard), await count());
              } catch {
                this.remove(labelOf(shard));
              }
            }),
          );
        },
      });
    },
  };
}
