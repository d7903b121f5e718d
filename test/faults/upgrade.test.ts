import { migrate, migrations } from '@tallyhouse/clickhouse';
import { bundle } from '../harness/bundle.ts';
import { fault } from './fault.ts';
import { form } from './form.ts';
import { type House, startHouse } from './house/house.ts';

/** Up to here rows were of version 1. */
const before = migrations.filter(({ version }) => version <= 7);

/** A house of the time before, with an ingest of then. */
async function startOlderHouse(): Promise<House> {
  const program = await bundle('test/faults/programs/older-ingest.ts');
  const house = await startHouse({ ingests: 0, migrate: (client) => migrate(client, before) });
  const ingest = await house.addIngest(program);
  await ingest.start();
  return house;
}

const steps = {
  migrate: ({ client }) => migrate(client, migrations),
  consumer: async ({ consumers }) => {
    for (const consumer of consumers) {
      await consumer.end('SIGTERM');
      await consumer.start();
    }
  },
  ingest: async (house) => {
    const [older] = house.ingests;
    const newer = await house.addIngest();
    await newer.start();
    await older?.end('SIGTERM');
  },
} satisfies Record<string, (house: House) => Promise<unknown>>;

/** The order that the manual gives, and the ones in which messages have to wait for it. */
const orders: (keyof typeof steps)[][] = [
  ['migrate', 'consumer', 'ingest'],
  ['ingest', 'migrate', 'consumer'],
  ['consumer', 'ingest', 'migrate'],
];

const [seed = 0] = form.seeds;
const chosen = orders.slice(seed % orders.length).slice(0, 1);

for (const order of form.choose({ short: chosen, long: orders })) {
  fault(
    `an upgrade under load: ${order.join(', ')}`,
    {
      id: 'F13',
      times: { short: 1, long: 1 },
      start: startOlderHouse,
      // A bot's ping that an older ingest dropped left no trace: it is not in the accounts.
      traffic: { browsersOnly: true },
    },
    async ({ house, load, injected }) => {
      for (const step of order) {
        await load.acknowledgedMore(100);
        await steps[step](house);
      }
      injected();
      expect(await versions(house)).toEqual([1, 2]);
    },
  );
}

/** The versions of the rows that are stored, once all of them are. */
async function versions({ client, settled }: House): Promise<number[]> {
  await settled();
  const result = await client.query({
    query: 'select distinct row_version from pings order by row_version',
    format: 'JSONEachRow',
  });
  return (await result.json<{ row_version: number }>()).map(({ row_version }) => row_version);
}
