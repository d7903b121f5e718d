import { expectAgreements } from './rounds.ts';
import { type Stage, startStage } from './stage.ts';

/** ORACLE_CASES sends more requests, ORACLE_SEED repeats the same ones. */
const cases = Number(process.env['ORACLE_CASES'] ?? 500);
const seed = process.env['ORACLE_SEED'];

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

test('every report equals its definition and agrees with the others, also after everything is stored again', async () => {
  const met = await expectAgreements(stage, cases, seed);
  // A few rounds may miss one, a whole run does not.
  const fewest = cases >= 500 ? 1 : 0;
  for (const [state, requests] of Object.entries(met))
    expect({ state, often: requests >= fewest }).toEqual({ state, often: true });
}, 3_600_000);
