import { startCluster } from './cluster/cluster.ts';
import { testFaults } from './fault.ts';
import { faultsOnKafka, kills } from './list/index.ts';

testFaults({
  system: 'the service as programs on Kafka',
  start: (faults) =>
    startCluster({ ingests: 2, olderSchema: faults.some(({ needs }) => needs === 'older schema') }),
  faults: faultsOnKafka.filter((fault) => !kills.includes(fault)),
});
