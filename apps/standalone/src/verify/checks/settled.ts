import { countDifferences, settledDays, settledTables } from '@tallyhouse/settle';
import { type Check, type Finding, onEachServer } from '../check.ts';
import { many } from '../words.ts';

/** Each settled day holds what a rebuild from the entity tables gives. */
export const checkSettled: Check = onEachServer(async ({ clickhouse, range, progress }) => {
  const findings: Finding[] = [];
  for (const table of settledTables) {
    const days = (await settledDays(clickhouse, table)).filter(
      (date) => Date.parse(date) >= range.from - day && Date.parse(date) < range.to,
    );
    const differing: string[] = [];
    for (const [index, date] of days.entries()) {
      progress(`${table.name}: day ${index + 1} of ${days.length}`);
      const rows = await countDifferences(clickhouse, table, date);
      // A day that a ping touched meanwhile may differ.
      if (rows > 0 && (await settledDays(clickhouse, table)).includes(date))
        differing.push(`${date}: ${many(rows, 'row')}`);
    }
    findings.push({
      name: table.name,
      compared: `${many(days.length, 'day')} with a rebuild from the entity tables`,
      differences: differing,
    });
  }
  return findings;
});

const day = 86_400_000;
