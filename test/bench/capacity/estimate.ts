/** The needs of a load: each figure of the benchmark times the load. Beyond what the benchmark ran, a line is extrapolated and has its factor. */
import type { Load } from './arguments.ts';
import type { Figures } from './figures.ts';

/** Partitions of the topic if Tallyhouse creates it. */
const leastPartitions = 6;
/** Another takes over while one restarts. */
const leastProcesses = 2;
/** So that consumers can be added without a new topic. */
const partitionsAConsumer = 2;

export interface Need {
  what: string;
  amount: number;
  unit: 'pings/s' | 'cores' | 'processes' | 'partitions' | 'shards' | 'bytes';
  /** How many times as much as was measured, at most 1 within that. Undefined for the load itself. */
  beyond: number | undefined;
  /** The calculation. */
  from: string;
}

type Row = [Need['what'], Need['amount'], Need['unit'], Need['beyond'], Need['from']];

/** @returns the needs, in the order of the flow */
export function estimate(load: Load, { of }: Pick<Figures, 'of'>): Need[] {
  const pingsPerDay = load.pageviewsPerDay * of('disk: pings a pageview');
  const mean = pingsPerDay / 86_400;
  const busiest = mean * load.peak;
  const cores = (secondsAPing: number) => (busiest * secondsAPing) / load.use;
  const received = busiest / of('ingest: pings a second, one a request');
  const consumed = busiest / of('consumer: pings a second');

  const ingestCores = cores(of('ingest: CPU seconds a ping, one a request'));
  const ingestProcesses = Math.max(leastProcesses, Math.ceil(ingestCores));
  const consumers = Math.max(
    leastProcesses,
    Math.ceil(busiest / (of('consumer: pings a second') * load.use)),
  );
  const pageviewsKept = load.pageviewsPerDay * load.keepDays;
  const raw = load.pageviewsPerDay * load.keepPingsDays * of('disk: bytes of raw pings a pageview');
  const rest = pageviewsKept * of('disk: bytes of other tables a pageview');
  const stored = pageviewsKept / of('disk: pageviews stored');
  const disk = (raw + rest) / load.use;
  const storing = cores(of('consumer: CPU seconds a ping in ClickHouse'));
  const shards = Math.max(1, Math.ceil(storing / load.serverCores), Math.ceil(disk / load.serverDisk));
  const partitions = Math.max(leastPartitions, consumers * partitionsAConsumer, shards);
  const kafka = (pingsPerDay / 24) * load.kafkaHours * of('consumer: bytes a message') * load.kafkaReplicas;

  const rows: Row[] = [
    ['pings a second, mean', mean, 'pings/s', undefined, 'pageviews x pings a pageview'],
    ['pings a second, busiest', busiest, 'pings/s', undefined, 'mean x --peak'],
    ['ingest, cores', ingestCores, 'cores', received, 'busiest x CPU time of a ping, one a request / --use'],
    ['ingest, processes', ingestProcesses, 'processes', received, `a core each, at least ${leastProcesses}`],
    [
      'ingest, memory',
      ingestProcesses * of('ingest: resident bytes after the load'),
      'bytes',
      received,
      'processes x resident memory after the load',
    ],
    [
      'consumer, processes',
      consumers,
      'processes',
      consumed,
      `busiest / what one stored a second / --use, at least ${leastProcesses}`,
    ],
    [
      'consumer, cores',
      cores(of('consumer: CPU seconds a ping')),
      'cores',
      consumed,
      'busiest x CPU time of a ping / --use',
    ],
    [
      'Kafka, partitions of the topic',
      Math.ceil(partitions / shards) * shards,
      'partitions',
      consumed,
      `${partitionsAConsumer} a consumer, at least ${leastPartitions}, a multiple of the shards`,
    ],
    [
      'Kafka, disk of all brokers',
      kafka / load.use,
      'bytes',
      1,
      'pings x bytes of a message x --kafka-hours x --kafka-replicas / --use; not compressed',
    ],
    [
      'ClickHouse, cores for storing',
      storing,
      'cores',
      consumed,
      'busiest x CPU time of a ping in ClickHouse / --use; reports not included',
    ],
    [
      'ClickHouse, memory for storing, each shard',
      of('consumer: resident bytes of ClickHouse after the load'),
      'bytes',
      consumed,
      'resident memory after the load; reports not included',
    ],
    [
      'ClickHouse, disk',
      disk,
      'bytes',
      stored,
      'bytes a pageview, raw pings for --keep-pings-days and the rest for --keep-days, / --use',
    ],
    [
      'ClickHouse, shards',
      shards,
      'shards',
      Math.max(consumed, stored),
      'cores for storing / --server-cores, or disk / --server-disk-tb: the larger number',
    ],
  ];
  return rows.map(([what, amount, unit, beyond, from]) => ({ what, amount, unit, beyond, from }));
}
