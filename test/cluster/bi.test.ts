import { createClickHouse, createViewsOverShards, shardsOf } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import fc from 'fast-check';
import { storedUser } from '../bi/bi-server.ts';
import { sorted, views } from '../bi/defined-rows.ts';
import { settledDays } from '../oracle/settled-days.ts';
import { readSite } from '../oracle/site.ts';
import { type Traffic, traffic } from '../oracle/traffic/traffic.ts';
import { insertOver } from './sharded-query.ts';
import { startShards, type TestShards } from './shards.ts';

/** ORACLE_SEED repeats a run, ORACLE_CASES=5000 makes five of one. */
const seed = Number(process.env['ORACLE_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const traffics = Math.ceil(Number(process.env['ORACLE_CASES'] ?? 1000) / 1000);

const logger = createLogger('test', 'silent');

let started: TestShards;
beforeAll(async () => {
  started = await startShards(2, {
    biUsers: [storedUser('everyone'), storedUser('blogger', { sites: ['blog'] })],
  });
  const settings = {
    CLICKHOUSE_URL: '',
    CLICKHOUSE_DATABASE: started.database,
    CLICKHOUSE_SHARDS: started.shards.map(({ url }): [string] => [url]),
    CLICKHOUSE_REPLICATED: false,
  };
  await createViewsOverShards(shardsOf(settings), started.bi, logger);
});
afterAll(() => started?.stop());

/** The rows of a query that a BI user sends to one of the shards: each as an array of values. */
async function rowsOf(user: string, shard: number, query: string): Promise<unknown[][]> {
  const client = createClickHouse({ url: started.shards[shard]?.biUrl(user) ?? '' }, logger);
  try {
    const result = await client.query({
      query,
      format: 'JSONCompactEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return await result.json();
  } finally {
    await client.close();
  }
}

const planned = fc.sample(traffic, { numRuns: traffics, seed }).map((one, index) => [index, one] as const);

test.each(planned)(
  `every view has the rows of all shards by their definition, traffic %i of seed ${seed}`,
  async (index, plan: Traffic) => {
    const rename = (row: Traffic['pings'][number]) => ({ ...row, site_id: `run-${index}.${row.site_id}` });
    const pings = plan.pings.map(rename);
    // Each shard settles its own days.
    const days = started.shards.map(({ client }, at) =>
      settledDays(client, pings, { ...plan.settling, salt: plan.settling.salt + at }),
    );
    const onEach = (act: (server: ReturnType<typeof settledDays>) => Promise<void>) =>
      Promise.all(days.map(act));
    const sites = ['a', 'b'].map((name) => {
      const id = `run-${index}.${name}`;
      return readSite(
        [id],
        pings.filter(({ site_id }) => site_id === id),
      );
    });

    let asked = 0;
    const expectRows = async (when: string) => {
      for (const [view, { columns, rowsOf: definedRows }] of Object.entries(views))
        for (const site of sites) {
          const query = `select ${columns} from bi.${view} where site_id = '${site.ids[0]}'`;
          const found = await rowsOf('everyone', asked++ % 2, query);
          expect({ when, view, rows: sorted(found) }).toEqual({
            when,
            view,
            rows: sorted(definedRows(site)),
          });
        }
    };

    const batches = plan.batches.map((batch) => batch.map(rename));
    for (const [at, batch] of batches.entries()) {
      await insertOver(started, batch);
      await onEach((server) => server.afterBatch(batches.length - 1 - at));
    }
    if (plan.settling.neglected) await onEach((server) => server.neglect());
    await expectRows('stored');
    for (const batch of plan.replay) await insertOver(started, batch.map(rename));
    await onEach((server) => server.rebuild());
    await expectRows('stored again, and rebuilt in part');
  },
);
