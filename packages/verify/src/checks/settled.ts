import { type Finding, many } from '@tallyhouse/service';
import { compareDays, settledTables } from '@tallyhouse/settle';
import { type Check, onEachServer } from '../check.ts';

/** Checks that each settled day equals a rebuild from the entity tables. */
export const checkSettled: Check = onEachServer(async ({ clickhouse, range, progress }) => {
  const findings: Finding[] = [];
  for (const table of settledTables) {
    const period = { from: range.from - day, to: range.to };
    const { compared, differing } = await compareDays(clickhouse, table, period, (at, of) =>
      progress(`${table.name}: day ${at} of ${of}`),
    );
    findings.push({
      name: table.name,
      compared: `${many(compared, 'day')} with a rebuild from the entity tables`,
      differences: differing.map(({ date, rows }) => `${date}: ${many(rows, 'row')}`),
    });
  }
  return findings;
});

const day = 86_400_000;
