import type { Goal } from '@tallyhouse/filter';
import { rowConditions } from '../filter/fill-filters.ts';

/**
 * Replaces the placeholders of SQL, block comments of `steps: ` and `events` or `pageviews`, by an expression over the columns of
 * such rows: a number whose bit 0 says whether the row matches the first goal, bit 1 the second one, and so on. Those of `filter: `
 * and `steps_events` or `steps_pageviews` become the condition that it matches any goal. ClickHouse looks for the names of events in
 * the key only by such a condition, and reads no rows that no goal is about.
 * @returns the SQL, and the values of its parameters
 */
export function fillSteps(sql: string, goals: readonly Goal[]) {
  const steps = goals.map(({ on, conditions }, index) => {
    const condition = rowConditions(`step_${index}`, conditions);
    return { on, bit: 2 ** index, ...condition };
  });
  const stepsOn = (rows: string) => steps.filter(({ on }) => on === rows);
  const filled = sql
    .replace(/\/\* steps: (\w+) \*\//g, (_, rows: string) =>
      ['0', ...stepsOn(rows).map(({ bit, sql }) => `if(true ${sql}, ${bit}, 0)`)].join('\n    + '),
    )
    .replace(/\/\* filter: steps_(\w+) \*\//g, (_, rows: string) => {
      const alternatives = ['false', ...stepsOn(rows).map(({ sql }) => `true ${sql}`)];
      return `and (${alternatives.join('\n    or ')})`;
    });
  return { sql: filled, bindings: Object.assign({}, ...steps.map(({ bindings }) => bindings)) };
}
