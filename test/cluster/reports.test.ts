import { expectAgreements } from '../oracle/rounds.ts';
import { type Stage, startStage } from '../oracle/stage.ts';
import { now } from '../oracle/traffic/anchors.ts';
import { startShardedQuery } from './sharded-query.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage((listed) => startShardedQuery({}, listed, () => now));
});
afterAll(() => stage?.stop());

test('over two shards every report equals its definition, whichever days each shard has settled', async () => {
  const met = await expectAgreements(
    stage,
    Number(process.env['ORACLE_CASES'] ?? 120),
    process.env['ORACLE_SEED'],
  );
  expect(met.settled).toBeGreaterThan(0);
}, 3_600_000);
