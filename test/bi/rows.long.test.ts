import { forAllTests } from '../api/shared-service.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { settledDays } from '../oracle/settled-days.ts';
import { startBiDatabase } from './bi-database.ts';
import { definedTraffics, seed } from './defined-rows.ts';

const bi = forAllTests(startBiDatabase);
beforeAll(() => bi.stopMerges());

test.each(definedTraffics())(
  `every view has the rows of its definition, traffic $index of seed ${seed}`,
  async ({ index, pings, settling: planned, batches, replay, expectRows }) => {
    // Half of the traffics end with changed days.
    const settling =
      (index + seed) % 2 === 0
        ? { ...planned, shares: ['none', 'all', 'all', 'all'] as const, neglected: false }
        : planned;
    const days = settledDays(bi.client, pings, { ...settling, shares: [...settling.shares] });
    for (const [at, batch] of batches.entries()) {
      await insertPings(bi.client, batch);
      await days.afterBatch(batches.length - 1 - at);
    }
    if (settling.neglected) await days.neglect();
    await expectRows('stored', bi.rows);
    for (const batch of replay) await insertPings(bi.client, batch);
    await expectRows('stored again', bi.rows);
    await days.rebuild();
    await expectRows('rebuilt in part', bi.rows);
  },
);
