import { completeDays, countDifferences, rollups } from '@tallyhouse/clickhouse';
import type { Check, Finding } from '../check.ts';
import { many } from '../words.ts';

/** Checks that each day of a rollup that reports read equals a rebuild from the entity tables. */
export const checkRollups: Check = async ({ clickhouse, range, progress }) => {
  const findings: Finding[] = [];
  for (const rollup of rollups) {
    const days = (await completeDays(clickhouse, rollup)).filter(
      (date) => Date.parse(date) >= range.from - day && Date.parse(date) < range.to,
    );
    const differing: string[] = [];
    for (const [index, date] of days.entries()) {
      progress(`${rollup.table}: day ${index + 1} of ${days.length}`);
      const rows = await countDifferences(clickhouse, rollup, date);
      // Reports no longer read a day that became stale meanwhile.
      if (rows > 0 && (await completeDays(clickhouse, rollup)).includes(date))
        differing.push(`${date}: ${many(rows, 'row')}`);
    }
    findings.push({
      name: rollup.table,
      compared: `${many(days.length, 'day')} with a rebuild from the entity tables`,
      differences: differing,
    });
  }
  return findings;
};

const day = 86_400_000;
