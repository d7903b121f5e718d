import type { Cluster } from '../cluster/cluster.ts';
import type { Fault } from '../fault.ts';
import { clickhouseFaults } from './clickhouse.ts';
import { consumerFaults } from './consumer.ts';
import { ingestFaults } from './ingest.ts';
import { networkFaults } from './network.ts';
import { offsetFaults } from './offsets.ts';
import { upgrades } from './upgrade.ts';

/**
 * What is done to the service as programs on Kafka. The upgrades come first: what follows has the whole schema. The last one leaves
 * another topic behind.
 */
export const faultsOnKafka: readonly Fault<Cluster>[] = [
  ...upgrades,
  ...ingestFaults,
  ...networkFaults,
  ...clickhouseFaults,
  ...consumerFaults,
  ...offsetFaults,
];

/** A kill of each part: the quick gear has these, the long gear the others. */
export const kills = faultsOnKafka.filter(({ id }) => ['F1', 'F2', 'F3'].includes(id));
