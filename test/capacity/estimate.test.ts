import { estimate } from '../bench/capacity/estimate.ts';
import type { FigureName } from '../bench/capacity/figures.ts';

/** Round numbers, of no machine. */
const measured: Record<FigureName, number> = {
  'ingest: CPU seconds a ping, one a request': 0.0001,
  'ingest: pings a second, one a request': 5_000,
  'ingest: resident bytes after the load': 100e6,
  'consumer: CPU seconds a ping': 0.00001,
  'consumer: CPU seconds a ping in ClickHouse': 0.00004,
  'consumer: pings a second': 10_000,
  'consumer: bytes a message': 500,
  'consumer: resident bytes of ClickHouse after the load': 1e9,
  'disk: pageviews stored': 1e6,
  'disk: pings a pageview': 2,
  'disk: bytes of raw pings a pageview': 80,
  'disk: bytes of other tables a pageview': 200,
};
const figures = { machine: 'none', of: (name: FigureName) => measured[name] };
const kept = { keepDays: 100, keepPingsDays: 10, kafkaHours: 24, kafkaReplicas: 3 };
const servers = { serverCores: 8, serverDisk: 100e12, use: 0.5 };
const load = { name: '43m', pageviewsPerDay: 43_200_000, peak: 4, ...kept, ...servers };
const needs = (changed: Partial<typeof load> = {}, of = figures.of) =>
  Object.fromEntries(
    estimate({ ...load, ...changed }, { ...figures, of }).map(({ what, ...need }) => [what, need]),
  );
const tenfold = { pageviewsPerDay: 432_000_000 };

test('each need is its figure times the load', () => {
  // 1,000 pings a second, 4,000 at most.
  expect(needs()).toMatchObject({
    'pings a second, mean': { amount: 1000, beyond: undefined },
    'pings a second, busiest': { amount: 4000, beyond: undefined },
    'ingest, cores': { amount: expect.closeTo(0.8), beyond: 0.8 },
    'ingest, processes': { amount: 2, beyond: 0.8 },
    'ingest, memory': { amount: 200e6, beyond: 0.8 },
    'consumer, processes': { amount: 2, beyond: 0.4 },
    'consumer, cores': { amount: expect.closeTo(0.08), beyond: 0.4 },
    'Kafka, partitions of the topic': { amount: 6, beyond: 0.4 },
    'Kafka, disk of all brokers': { amount: 86_400_000 * 500 * 3 * 2, beyond: 1 },
    'ClickHouse, cores for storing': { amount: expect.closeTo(0.32), beyond: 0.4 },
    'ClickHouse, memory for storing, each shard': { amount: 1e9, beyond: 0.4 },
    'ClickHouse, disk': { amount: 43_200_000 * (10 * 80 + 100 * 200) * 2, beyond: 4320 },
    'ClickHouse, shards': { amount: 1, beyond: 4320 },
  });
  expect(Object.keys(needs())).toHaveLength(13);
});

test('ten times as much takes ten times as many processes and partitions, beyond what was measured', () => {
  expect(needs(tenfold)).toMatchObject({
    'ingest, processes': { amount: 8, beyond: 8 },
    'consumer, processes': { amount: 8, beyond: 4 },
    'Kafka, partitions of the topic': { amount: 16, beyond: 4 },
  });
});

test.each([
  // 1.8 TB.
  ['disks', { serverDisk: 0.25e12 }, 8],
  // 0.32 cores.
  ['cores', { serverCores: 0.1 }, 4],
])('there are as many shards as %s need, and a multiple of them of partitions', (_, changed, shards) => {
  expect(needs(changed)).toMatchObject({
    'ClickHouse, shards': { amount: shards },
    'Kafka, partitions of the topic': { amount: 8 },
  });
});

test.each(Object.keys(measured))('the figure "%s" counts', (name) => {
  const doubled = (asked: FigureName) => measured[asked] * (asked === name ? 2 : 1);
  expect(needs(tenfold, doubled)).not.toEqual(needs(tenfold));
});
