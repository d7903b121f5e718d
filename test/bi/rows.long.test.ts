import fc from 'fast-check';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { settledDays } from '../oracle/settled-days.ts';
import { readSite } from '../oracle/site.ts';
import { type Traffic, traffic } from '../oracle/traffic/traffic.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';
import { sorted, views } from './defined-rows.ts';

/** ORACLE_SEED repeats a run; ORACLE_CASES=5000 makes it five times as long. */
const seed = Number(process.env['ORACLE_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const traffics = Math.ceil(Number(process.env['ORACLE_CASES'] ?? 1000) / 1000);

let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
  await bi.stopMerges();
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
});

const planned = fc.sample(traffic, { numRuns: traffics, seed }).map((one, index) => [index, one] as const);

test.each(planned)(
  `every view has the rows of its definition, traffic %i of seed ${seed}`,
  async (index, plan: Traffic) => {
    const rename = (row: Traffic['pings'][number]) => ({ ...row, site_id: `run-${index}.${row.site_id}` });
    const pings = plan.pings.map(rename);
    // Half of the traffics end with changed days.
    const settling =
      (index + seed) % 2 === 0
        ? { ...plan.settling, shares: ['none', 'all', 'all', 'all'] as const, neglected: false }
        : plan.settling;
    const days = settledDays(db.client, pings, { ...settling, shares: [...settling.shares] });
    const sites = ['a', 'b'].map((name) => {
      const id = `run-${index}.${name}`;
      return readSite(
        [id],
        pings.filter(({ site_id }) => site_id === id),
      );
    });

    const expectRows = async (when: string) => {
      for (const [view, { columns, rowsOf }] of Object.entries(views))
        for (const site of sites) {
          const found = await bi.rows(`select ${columns} from bi.${view} where site_id = '${site.ids[0]}'`);
          expect({ when, view, rows: sorted(found) }).toEqual({ when, view, rows: sorted(rowsOf(site)) });
        }
    };

    const batches = plan.batches.map((batch) => batch.map(rename));
    for (const [at, batch] of batches.entries()) {
      await insertPings(db.client, batch);
      await days.afterBatch(batches.length - 1 - at);
    }
    if (settling.neglected) await days.neglect();
    await expectRows('stored');
    for (const batch of plan.replay) await insertPings(db.client, batch.map(rename));
    await expectRows('stored again');
    await days.rebuild();
    await expectRows('rebuilt in part');
  },
);
