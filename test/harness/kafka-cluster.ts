import type { Admin } from 'kafkajs';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { brokerProperties, createBroker, type KafkaBroker } from './kafka-broker.ts';
import { folderOfFile } from './temporary-folder.ts';
import { withAdmin } from './with-admin.ts';

/** Far longer than a broker needs to come back. */
const standstillMs = 240_000;

const told = async (brokers: readonly KafkaBroker[]) =>
  (
    await Promise.all(
      brokers.map(
        async (broker) => `${broker.id} ${broker.running() ? 'runs' : 'ended'}: ${await broker.lastWords()}`,
      ),
    )
  ).join('\n');

/**
 * Three brokers (each a controller too) from Kafka's jars on this machine, for tests of what the loss of one does. What
 * is created there without a number of its own has 3 copies and `min.insync.replicas=2`. Up in about 6 s; 3 x 256 MB
 * of heap.
 *
 * ```ts
 * const cluster = await startKafkaCluster();               // in beforeAll, with a time limit of minutes
 * KAFKA_BROKERS: cluster.addresses.join(',')
 * const leader = await cluster.leader('pings', 0);
 * await leader.kill();      // kill -9: a new leader after about 3 s (broker.session.timeout.ms is 3 s here, 9 s by default)
 * await leader.stop();      // or SIGTERM: leadership is handed over at once
 * await leader.start();     // back, with its data, on its port
 * await cluster.healed('pings');
 * await cluster.remove();   // in afterAll
 * ```
 *
 * With two killed there is no majority: nothing is acknowledged, and `start()` resolves only once two are up again.
 * @param sessionMs after which silence a broker counts as gone: on a machine that is busy with much else, longer
 */
export async function startKafkaCluster({ sessionMs = 3000 } = {}) {
  const inFolder = folderOfFile();
  const nodes: { id: number; address: string; controller: string }[] = [];
  for (const id of [1, 2, 3]) {
    nodes.push({ id, address: `127.0.0.1:${await freePort()}`, controller: `127.0.0.1:${await freePort()}` });
  }
  const voters = nodes.map(({ id, controller }) => `${id}@${controller}`);
  const addresses = nodes.map(({ address }) => address);
  const brokers: KafkaBroker[] = [];
  const remove = async () => {
    await Promise.all(brokers.map((broker) => broker.kill()));
  };

  /** Asks whichever broker answers; a new connection each time, since the last one's broker may be dead. */
  async function partitionsOf(topic: string) {
    const look = (admin: Admin) => admin.fetchTopicMetadata({ topics: [topic] });
    const { topics } = await withAdmin(addresses, look, { connectionTimeout: 500 });
    return topics[0]?.partitions ?? [];
  }

  try {
    for (const node of nodes) {
      const own = brokerProperties({ ...node, voters, copies: 3 });
      brokers.push(
        await createBroker({
          ...node,
          folder: inFolder(String(node.id)),
          properties: {
            ...own,
            'broker.session.timeout.ms': sessionMs,
            'broker.heartbeat.interval.ms': 500,
            // A busy machine takes longer than the minute after which a broker gives up.
            'initial.broker.registration.timeout.ms': 300_000,
          },
          heapMb: 256,
        }),
      );
    }
    await Promise.all(brokers.map((broker) => broker.start()));
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    /** Bootstrap addresses of all three: what `KAFKA_BROKERS` gets, joined by commas. */
    addresses,
    brokers,
    /** The broker that leads the partition now. */
    async leader(topic: string, partition: number) {
      const of = (await partitionsOf(topic)).find(({ partitionId }) => partitionId === partition);
      const leader = brokers.find(({ id }) => id === of?.leader);
      if (!leader) throw new Error(`Partition ${partition} of ${topic} has no leader.`);
      return leader;
    },
    /** Resolves once every partition of the topic has a leader and all its copies in sync: after a broker came back. */
    async healed(topic: string) {
      const isHealed = async () => {
        const partitions = await partitionsOf(topic);
        return partitions.every(({ leader, isr }) => leader >= 0 && isr.length === brokers.length);
      };
      await eventually(isHealed, true, standstillMs).catch(async (error: unknown) => {
        throw new Error(`${topic} does not heal:\n${await told(brokers)}`, { cause: error });
      });
    },
    /** Kills what runs. */
    remove,
  };
}

export type KafkaCluster = Awaited<ReturnType<typeof startKafkaCluster>>;
