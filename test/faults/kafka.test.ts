import { startCluster } from './cluster/cluster.ts';
import { testFaults } from './fault.ts';
import { clickhouseFaults } from './list/clickhouse.ts';
import { consumerFaults } from './list/consumer.ts';
import { ingestFaults } from './list/ingest.ts';
import { networkFaults } from './list/network.ts';
import { offsetFaults } from './list/offsets.ts';
import { upgrades } from './list/upgrade.ts';

testFaults({
  system: 'the service as programs on Kafka',
  start: (faults) =>
    startCluster({ ingests: 2, olderSchema: faults.some(({ needs }) => needs === 'older schema') }),
  // The upgrades first: what comes after them has the whole schema. In the end the topic is another one.
  faults: [
    ...upgrades,
    ...ingestFaults,
    ...networkFaults,
    ...clickhouseFaults,
    ...consumerFaults,
    ...offsetFaults,
  ],
});
