import type { Cluster } from './cluster/cluster.ts';
import { fault, onKafka, type Scene } from './fault.ts';

/** Where a consumer can die on its way from the log to the commit. */
const moments = [
  'before the insert arrives',
  'in the middle of the insert',
  'after the insert, before the commit',
  'at any time',
] as const;

fault(
  'the consumer killed with SIGKILL at random points',
  { id: 'F1', times: { short: 3, long: 200 }, start: onKafka({ consumers: 1 }) },
  async (scene) => {
    for (let time = 0; time < scene.times; time++) {
      // The first three in turn, so that the short form has each of them.
      const moment = moments[time < 3 ? time : scene.random.between(0, 3)] ?? 'at any time';
      await killAt(moment, scene);
      scene.injected();
    }
  },
);

async function killAt(
  moment: (typeof moments)[number],
  { cluster, load, random }: Scene<Cluster>,
): Promise<void> {
  const [consumer] = cluster.consumers;
  if (!consumer) throw new Error('no consumer');
  if (moment === 'at any time') {
    await load.acknowledgedMore(random.between(1, 400));
  } else {
    await new Promise<void>((reached) => {
      const stopThere = () => {
        reached();
        return new Promise<'cut'>((resolve) => setTimeout(() => resolve('cut'), 1000));
      };
      cluster.proxy.rules = {
        toServer: (_, insert) => {
          if (!insert || moment === 'after the insert, before the commit') return 'pass';
          if (moment === 'before the insert arrives') return stopThere();
          reached();
          return 'pass';
        },
        toClient: (_, insert) =>
          insert && moment === 'after the insert, before the commit' ? stopThere() : 'pass',
      };
    });
  }
  await consumer.end('SIGKILL');
  cluster.proxy.rules = {};
  await consumer.start();
}
