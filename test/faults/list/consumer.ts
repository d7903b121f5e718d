import { held } from '../../log/gather.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { each, type Fault, type Scene } from '../fault.ts';
import { acknowledgedFor, until } from './until.ts';

/** Where a consumer can die on its way from the log to the commit. */
const moments = [
  'before the insert arrives',
  'in the middle of the insert',
  'after the insert, before the commit',
  'at any time',
] as const;

export const consumerFaults: Fault<Cluster>[] = [
  {
    id: 'F1',
    title: 'the consumer killed with SIGKILL at random points',
    times: { short: 4, long: 200 },
    inject: each(async (scene, time) => {
      // Each of them in turn first, so that the short form has them all.
      await killAt(moments[time] ?? scene.random.one(moments), scene);
      scene.injected();
    }),
  },
  {
    id: 'F7',
    title: 'a consumer stopped until it lost its partitions, and continued',
    times: { short: 1, long: 10 },
    async inject({ system, load, random, times, injected }) {
      const second = await system.addConsumer();
      await second.start();
      for (let time = 0; time < times; time++) {
        await system.untilMembers(2);
        const zombie = random.one(system.consumers.filter((consumer) => consumer.running()));
        // In the middle of an insert, if it is its own.
        await new Promise<void>((reached) => {
          system.proxy.rules.toServer = (_, insert) => {
            if (insert) reached();
            return 'pass';
          };
        });
        system.proxy.rules = {};
        zombie.freeze();
        injected();
        await system.untilMembers(1);
        // The other has all partitions now, and continues.
        const { committed } = await system.progress();
        await acknowledgedFor(1, load, 50);
        await until(async () => (await system.progress()).committed >= committed + 50);
        zombie.thaw();
        await load.acknowledgedMore(50);
      }
      await second.end('SIGTERM');
    },
  },
  {
    id: 'F7',
    title: 'consumers added and removed all the time',
    times: { short: 3, long: 120 },
    async inject({ system, load, random, times, injected }) {
      while (system.consumers.length < 3) await system.addConsumer();
      for (let time = 0; time < times; time++) {
        const consumer = random.one(system.consumers);
        if (!consumer.running()) await consumer.start();
        else expect(await consumer.end('SIGTERM')).toBe(0);
        injected();
        await load.acknowledgedMore(random.between(10, 150));
      }
      const [first, ...others] = system.consumers;
      if (!first?.running()) await first?.start();
      for (const other of others) if (other.running()) await other.end('SIGTERM');
    },
  },
];

type Moment = (typeof moments)[number];

async function killAt(moment: Moment, { system, load, random }: Scene<Cluster>): Promise<void> {
  const consumer = system.consumers.find((one) => one.running());
  if (!consumer) throw new Error('no consumer');
  const { untilReleased, release } = held();
  if (moment === 'at any time') {
    await load.acknowledgedMore(random.between(1, 100));
  } else {
    await new Promise<void>((reached) => {
      const hold = async () => {
        reached();
        await untilReleased;
        return 'cut' as const;
      };
      system.proxy.rules = {
        toServer: (_, insert) => {
          if (!insert || moment === 'after the insert, before the commit') return 'pass';
          if (moment === 'before the insert arrives') return hold();
          reached();
          return 'pass';
        },
        toClient: (_, insert) =>
          insert && moment === 'after the insert, before the commit' ? hold() : 'pass',
      };
    });
  }
  await consumer.end('SIGKILL');
  // It is read again.
  if (moment === 'after the insert, before the commit') expect(await system.storedAhead()).toBeGreaterThan(0);
  release();
  system.proxy.rules = {};
  await consumer.start();
}
