import { parseArgs } from 'node:util';
import { findServer, openClickHouse, serverSettings } from '@tallyhouse/clickhouse';
import { createLogger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { dueDays } from './due.ts';
import { rebuildDay } from './rebuild.ts';
import { day } from './slack.ts';
import { type SettledTable, settledTables } from './tables.ts';

const usage = `Usage: npm run settle -- [--from YYYY-MM-DD [--to YYYY-MM-DD]]

Rebuilds days of the settled tables from sessions, pageviews and visitors: the stale days, or with --from every day from
then to --to, or to today (UTC, both included). The service rebuilds stale days by itself every few minutes. Reports are
exact without it, only slower. Safe to run at any time, also several at once. A rebuild that fails stops no other; the
command names it in the end and exits with 1.

It works on the ClickHouse at CLICKHOUSE_URL, or on that of a running npm start: the one with the same DATA_DIR and
CLICKHOUSE_HTTP_PORT.`;

const date = z.iso.date('--from and --to take a date such as 2026-11-21').optional();
const say = (text: string) => process.stdout.write(text);

try {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    say(`${usage}\n`);
    process.exit(0);
  }
  const { from, to } = z.object({ from: date, to: date }).parse(values);
  if (to !== undefined && from === undefined) throw new Error('--to needs --from');
  const client = await openClickHouse(
    await findServer(readEnvironment(z.object(serverSettings), process.env)),
    createLogger('settle', 'warn'),
  );
  const named =
    from === undefined ? undefined : datesBetween(from, to ?? new Date().toISOString().slice(0, 10));
  const rebuilds: { date: string; table: SettledTable }[] = [];
  for (const table of settledTables) {
    for (const date of named ?? (await dueDays(client, table))) rebuilds.push({ date, table });
  }
  // The newest day first, with all its tables.
  rebuilds.sort((one, other) => other.date.localeCompare(one.date));
  const failed: string[] = [];
  const begun = performance.now();
  for (const [index, { date, table }] of rebuilds.entries()) {
    say(`\r${date}: ${table.name}, ${index + 1} of ${rebuilds.length} rebuilds${' '.repeat(10)}`);
    try {
      await rebuildDay(client, table, date);
    } catch (error) {
      failed.push(`${table.name}: ${date}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await client.close();
  const days = new Set(rebuilds.map(({ date }) => date)).size;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(`\r${days} days in ${seconds} s${' '.repeat(50)}\n`);
  if (failed.length > 0)
    throw new Error(`These rebuilds failed; their days are unchanged:\n${failed.join('\n')}`);
} catch (error) {
  const message =
    error instanceof z.ZodError
      ? z.prettifyError(error)
      : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Every date from one to another, both included. */
function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += day) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}
