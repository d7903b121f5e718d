import type { Goal } from '@tallyhouse/filter';
import { rowConditions } from '../filter/fill-filters.ts';

/**
 * Replaces the placeholders of SQL, block comments of `steps: ` and `events` or `pageviews`, by an expression over the columns of
 * such rows: a number whose bit 0 says whether the row matches the first goal, bit 1 the second one, and so on.
 * @returns the SQL, and the values of its parameters
 */
export function fillSteps(sql: string, goals: readonly Goal[]) {
  const steps = goals.map(({ on, conditions }, index) => {
    const condition = rowConditions(`step_${index}`, conditions);
    return { on, bit: 2 ** index, ...condition };
  });
  const filled = sql.replace(/\/\* steps: (\w+) \*\//g, (_, rows: string) =>
    ['0', ...steps.filter(({ on }) => on === rows).map(({ bit, sql }) => `if(true ${sql}, ${bit}, 0)`)].join(
      '\n    + ',
    ),
  );
  return { sql: filled, bindings: Object.assign({}, ...steps.map(({ bindings }) => bindings)) };
}
