import { startCluster } from './cluster/cluster.ts';
import { testFaults } from './fault.ts';
import { kills } from './list/index.ts';

testFaults({
  system: 'the service as programs on Kafka',
  start: () => startCluster({ ingests: 2 }),
  faults: kills,
});
