import { inTurns } from '@tallyhouse/service';
import type { Judge, Situation, Verdict, Watch } from './verdict.ts';

type Found = Omit<Verdict, keyof Watch>;

/** Judges watches that need a query each, a few at a time. A failing one does not prevent the others. */
export const eachWatch =
  (judgeOne: (watch: Watch, situation: Situation) => Promise<Found | undefined>): Judge =>
  async (watches, situation) => {
    const verdicts: Verdict[] = [];
    const failures: unknown[] = [];
    await inTurns(watches, async (watch) => {
      try {
        const found = await judgeOne(watch, situation);
        if (found) verdicts.push({ ...watch, ...found });
      } catch (error) {
        failures.push(error);
      }
    });
    if (failures.length > 0) situation.failed(failures);
    return verdicts;
  };
