import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../harness/free-port.ts';
import { startBrokerAlone } from '../harness/kafka-java.ts';
import { startCluster } from './cluster/cluster.ts';
import { mountSmallDisk } from './cluster/small-disk.ts';
import { fault } from './fault.ts';

async function start() {
  const disk = mountSmallDisk(100);
  const address = `127.0.0.1:${await freePort()}`;
  const controller = `127.0.0.1:${await freePort()}`;
  const kafka = await startBrokerAlone(address, controller, {}, [], join(disk.folder, 'data'));
  const cluster = await startCluster({ brokers: kafka.brokers });
  const stop = async () => {
    await cluster.stop();
    await kafka.stop();
    disk.remove();
  };
  return { ...cluster, disk, broker: kafka.broker, stop };
}

fault(
  "Kafka's disk full",
  { id: 'F11', times: { short: 1, long: 10 }, start },
  async ({ cluster, load, times, injected }) => {
    const { disk, broker } = cluster;
    for (let time = 0; time < times; time++) {
      disk.fill();
      injected();
      // Kafka exits at the first write without room, and ingest refuses what it cannot append.
      while (broker.running()) {
        disk.fill();
        await sleep(100);
      }
      const { refused } = load.ledger;
      while (load.ledger.refused < refused + 20) await sleep(100);
      const { acknowledged } = load.ledger;
      await sleep(1000);
      expect(load.ledger.acknowledged).toBe(acknowledged);
      disk.free();
      // As a supervisor would.
      await broker.start();
      await load.acknowledgedMore(200);
    }
  },
);
