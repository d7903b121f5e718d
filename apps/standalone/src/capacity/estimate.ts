/**
 * What a load needs, by proportion: each figure of the benchmark times the load. It says for each line whether the
 * benchmark ran as much; beyond that the line is extrapolated, and its factor tells how far.
 */
import type { Load } from './arguments.ts';
import type { Figures } from './figures.ts';

/** Partitions that Tallyhouse makes when it creates the topic itself. */
const leastPartitions = 6;
/** One that ends is replaced by another while it starts again. */
const leastProcesses = 2;
/** Further consumers may then join without a new topic. */
const partitionsAConsumer = 2;

export interface Need {
  what: string;
  amount: number;
  unit: 'pings/s' | 'cores' | 'processes' | 'partitions' | 'shards' | 'bytes';
  /** How many times as much as was measured; at most 1 within what was measured. Undefined: the load itself. */
  beyond: number | undefined;
  /** How it is calculated. */
  from: string;
}

export function estimate(load: Load, { of }: Figures): Need[] {
  const pingsPerDay = load.pageviewsPerDay * of('disk: pings a pageview');
  const mean = pingsPerDay / 86_400;
  const busiest = mean * load.peak;
  const cores = (secondsAPing: number) => (busiest * secondsAPing) / load.use;
  const received = { beyond: busiest / of('ingest: pings a second, one a request') };
  const consumed = { beyond: busiest / of('consumer: pings a second') };

  const ingestCores = cores(of('ingest: CPU seconds a ping, one a request'));
  const ingestProcesses = Math.max(leastProcesses, Math.ceil(ingestCores));
  const consumers = Math.max(
    leastProcesses,
    Math.ceil(busiest / (of('consumer: pings a second') * load.use)),
  );
  const pageviewsKept = load.pageviewsPerDay * load.keepDays;
  const raw = load.pageviewsPerDay * load.keepPingsDays * of('disk: bytes of raw pings a pageview');
  const rest = pageviewsKept * of('disk: bytes of other tables a pageview');
  const stored = { beyond: pageviewsKept / of('disk: pageviews stored') };
  const disk = (raw + rest) / load.use;
  const storing = cores(of('consumer: CPU seconds a ping in ClickHouse'));
  const shards = Math.max(1, Math.ceil(storing / load.serverCores), Math.ceil(disk / load.serverDisk));
  const partitions = Math.max(leastPartitions, consumers * partitionsAConsumer, shards);
  const kafka = (pingsPerDay / 24) * load.kafkaHours * of('consumer: bytes a message') * load.kafkaReplicas;

  return [
    {
      what: 'pings a second, mean',
      amount: mean,
      unit: 'pings/s',
      beyond: undefined,
      from: 'pageviews x pings a pageview',
    },
    {
      what: 'pings a second, busiest',
      amount: busiest,
      unit: 'pings/s',
      beyond: undefined,
      from: 'mean x --peak',
    },
    {
      what: 'ingest, cores',
      amount: ingestCores,
      unit: 'cores',
      ...received,
      from: 'busiest x CPU time of a ping, one a request / --use',
    },
    {
      what: 'ingest, processes',
      amount: ingestProcesses,
      unit: 'processes',
      ...received,
      from: `a core each, at least ${leastProcesses}`,
    },
    {
      what: 'ingest, memory',
      amount: ingestProcesses * of('ingest: resident bytes after the load'),
      unit: 'bytes',
      ...received,
      from: 'processes x resident memory after the load',
    },
    {
      what: 'consumer, processes',
      amount: consumers,
      unit: 'processes',
      ...consumed,
      from: `busiest / what one stored a second / --use, at least ${leastProcesses}`,
    },
    {
      what: 'consumer, cores',
      amount: cores(of('consumer: CPU seconds a ping')),
      unit: 'cores',
      ...consumed,
      from: 'busiest x CPU time of a ping / --use',
    },
    {
      what: 'Kafka, partitions of the topic',
      amount: Math.ceil(partitions / shards) * shards,
      unit: 'partitions',
      ...consumed,
      from: `${partitionsAConsumer} a consumer, at least ${leastPartitions}, a multiple of the shards`,
    },
    {
      what: 'Kafka, disk of all brokers',
      amount: kafka / load.use,
      unit: 'bytes',
      beyond: 1,
      from: 'pings x bytes of a message x --kafka-hours x --kafka-replicas / --use; not compressed',
    },
    {
      what: 'ClickHouse, cores for storing',
      amount: storing,
      unit: 'cores',
      ...consumed,
      from: 'busiest x CPU time of a ping in ClickHouse / --use; reports not included',
    },
    {
      what: 'ClickHouse, memory for storing, each shard',
      amount: of('consumer: resident bytes of ClickHouse after the load'),
      unit: 'bytes',
      ...consumed,
      from: 'resident memory after the load; reports not included',
    },
    {
      what: 'ClickHouse, disk',
      amount: disk,
      unit: 'bytes',
      ...stored,
      from: 'bytes a pageview, raw pings for --keep-pings-days and the rest for --keep-days, / --use',
    },
    {
      what: 'ClickHouse, shards',
      amount: shards,
      unit: 'shards',
      beyond: Math.max(consumed.beyond, stored.beyond),
      from: 'cores for storing / --server-cores, or disk / --server-disk-tb: the larger number',
    },
  ];
}
