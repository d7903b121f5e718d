import type { LogReader } from '@tallyhouse/log';
import { receivedAt } from '@tallyhouse/ping';
import { durationBuckets, metersOf, type Registry } from '@tallyhouse/service';
import type { CheckedTable, Clock, SettledState } from '@tallyhouse/settle';
import type { DeadLetters } from './dead-letters.ts';
import type { Freshness } from './freshness.ts';
import { ContentRefusedError, type InsertMessages } from './insert.ts';
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
  const meters = metersOf(registry);
  const batchRows = meters.histogram(
    'tallyhouse_consumer_batch_rows',
    'Rows of one insert.',
    [1, 10, 100, 500, 1000, 5000, 10_000, 25_000, 50_000],
  );
  const batchBytes = meters.histogram(
    'tallyhouse_consumer_batch_bytes',
    'Bytes of the messages of one insert.',
    [1000, 10_000, 100_000, 1_000_000, 4_000_000, 16_000_000],
  );
  const insertDuration = meters.histogram(
    'tallyhouse_consumer_insert_duration_seconds',
    'How long ClickHouse took to store a batch, or to refuse it.',
    durationBuckets,
  );
  const insertErrors = meters.counter(
    'tallyhouse_consumer_insert_errors_total',
    'Failed inserts. content: ClickHouse refused a message; unavailable: it could not store anything at the time.',
    'kind',
    'shard',
  );
  const rowsStored = meters.counter(
    'tallyhouse_consumer_rows_stored_total',
    'Rows that ClickHouse acknowledged, redelivered ones included.',
  );
  const deadLetters = meters.counter(
    'tallyhouse_consumer_dead_letters_total',
    'Messages that became dead letters.',
  );
  const delay = meters.histogram(
    'tallyhouse_consumer_delay_seconds',
    'Time from the receipt of the oldest ping of a batch until the batch was stored.',
    [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 86_400],
  );

  return {
    measureInserts(insert: InsertMessages, shard?: number): InsertMessages {
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
        const oldest = runs.flatMap(({ values }) => receivedAt(values[0]) ?? []);
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
      meters.scrapedGauge(
        'tallyhouse_consumer_lag_messages',
        'Messages of a partition that are not handled yet. Every consumer reports all partitions.',
        () => monitor.lags().map(({ partition, messages }) => [{ partition }, messages]),
        'partition',
      );
      meters.scrapedGauge(
        'tallyhouse_consumer_lag_seconds',
        'Age of the oldest unhandled message of a partition; exact at the consumer that reads it.',
        () => monitor.lags().map(({ partition, seconds }) => [{ partition }, seconds]),
        'partition',
      );
    },

    watchFreshness(freshness: Pick<Freshness, 'newestStored'>): void {
      meters.scrapedGauge(
        'tallyhouse_consumer_newest_stored_ping_timestamp_seconds',
        'When the newest ping that this process stored was received; 0 before the first.',
        () => (freshness.newestStored() ?? 0) / 1000,
      );
    },

    watchReader(reader: Pick<LogReader, 'rebalances' | 'rejoins' | 'offsetResets'>): void {
      meters.scrapedCounter(
        'tallyhouse_consumer_rebalances_total',
        'Rebalances of the group that this consumer took part in.',
        () => reader.rebalances(),
      );
      meters.scrapedCounter(
        'tallyhouse_consumer_rejoins_total',
        'Times reading restarted after it had failed or Kafka could not be reached.',
        () => reader.rejoins(),
      );
      meters.scrapedCounter(
        'tallyhouse_consumer_offset_resets_total',
        'Times the committed offset no longer existed (messages expired, or the topic was recreated) and reading restarted at the oldest message.',
        () => reader.offsetResets(),
      );
    },

    watchSettling({ state }: { state(): StateOfShard[] }): void {
      const ofEach = (value: (state: StateOfShard) => number) => () =>
        state().map((one) => [{ table: one.table, ...labelOf(one.shard) }, value(one)] as const);
      const labels = ['table', 'shard'];
      meters.scrapedGauge(
        'tallyhouse_consumer_settled_due_seconds',
        'How long the longest waiting day has been stale; 0 when none is.',
        ofEach(({ dueSeconds }) => dueSeconds),
        ...labels,
      );
      meters.scrapedCounter(
        'tallyhouse_consumer_settled_failures_total',
        'Failed rebuilds of days.',
        ofEach(({ failures }) => failures),
        ...labels,
      );
      meters.scrapedGauge(
        'tallyhouse_consumer_settled_rebuilt_timestamp_seconds',
        'When this process last rebuilt a day; 0 before the first.',
        ofEach(({ rebuiltAt = 0 }) => rebuiltAt / 1000),
        ...labels,
      );
    },

    watchClocks({ clocks }: { clocks(): ClockOfShard[] }): void {
      meters.scrapedGauge(
        'tallyhouse_consumer_clickhouse_clock_ahead_seconds',
        "How far ClickHouse's clock is ahead of that of this process; negative when it is behind.",
        () => clocks().map(({ shard, aheadSeconds }) => [labelOf(shard), aheadSeconds]),
        'shard',
      );
      meters.scrapedGauge(
        'tallyhouse_consumer_watermark_ahead_seconds',
        "How far the newest watermark is in the future of ClickHouse's clock; 0 when it is not.",
        () => clocks().map(({ shard, watermarkAheadSeconds }) => [labelOf(shard), watermarkAheadSeconds]),
        'shard',
      );
    },

    watchChecks({ checks }: { checks(): ChecksOfShard[] }): void {
      meters.scrapedGauge(
        'tallyhouse_consumer_verify_differing_days',
        'Settled days that differed from a rebuild when this process last compared them; 0 where another one compares.',
        () =>
          checks().flatMap(({ shard, tables }) =>
            tables.map(({ table, differing }) => [{ table, ...labelOf(shard) }, differing] as const),
          ),
        'table',
        'shard',
      );
      meters.scrapedGauge(
        'tallyhouse_consumer_verify_timestamp_seconds',
        'When this process last compared settled days with a rebuild; missing where another process compares.',
        () =>
          checks().flatMap(({ shard, checkedAt }) =>
            checkedAt === undefined ? [] : [[labelOf(shard), checkedAt / 1000] as const],
          ),
        'shard',
      );
    },

    watchParts(servers: readonly CountedParts[]): void {
      meters.scrapedGauge(
        'tallyhouse_consumer_clickhouse_parts',
        'The most active parts in any partition of any table; missing while ClickHouse is unavailable.',
        async () => {
          const counted = servers.map(({ shard, count }) =>
            count().then(
              (parts) => [[labelOf(shard), parts] as const],
              () => [],
            ),
          );
          return (await Promise.all(counted)).flat();
        },
        'shard',
      );
    },
  };
}
