import { forAllTests } from '../api/shared-service.ts';
import { expectAgreements } from './rounds.ts';
import { seedOf } from './seed.ts';
import { startStage } from './stage.ts';
import type { Ending } from './traffic/endings.ts';

/** The number of requests in a round. More traffics find more than more requests about one. */
const casesOfRound = 30;

/**
 * Tests of one file: a round for each ending of days, with its own traffic. Live days come first, because a day that an earlier round settled
 * stays settled. ORACLE_CASES sets the number of requests, ORACLE_SEED repeats another run, ORACLE_PATH limits requests to one report.
 */
export function testRounds(file: string, endings: readonly Ending[]): void {
  const seed = seedOf(file);
  const cases = Number(process.env['ORACLE_CASES'] ?? casesOfRound * endings.length);
  const stage = forAllTests(startStage);

  test.each(endings.map((ending, index) => [index + 1, ending] as const))(
    'every report equals its definition, also after everything is stored again: round %i, %s days',
    async (round, ending) => {
      try {
        await expectAgreements(stage, cases / endings.length, `${seed} ${round}`, [ending]);
      } catch (error) {
        const gear = file.includes('.long.') ? '--config jest.long.config.js ' : '';
        const again = `ORACLE_SEED=${seed} ORACLE_CASES=${cases} npx jest ${gear}test/oracle/${file}`;
        throw new Error(`Again with: ${again}\n${error instanceof Error ? error.message : error}`);
      }
    },
    3_600_000,
  );
}
