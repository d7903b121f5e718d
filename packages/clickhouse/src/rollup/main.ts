import { parseArgs } from 'node:util';
import { createLogger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { createClickHouse } from '../client.ts';
import { findServer, serverSettings } from '../find-server.ts';
import { dueDays } from './due.ts';
import { rebuildDay } from './rebuild.ts';
import { rollups } from './tables.ts';

const usage = `Usage: npm run rollup -- [--from YYYY-MM-DD [--to YYYY-MM-DD]]

Makes the rollups of days anew from pageviews, sessions and visitors: of those that are behind, or with --from of every
day from then to --to, or to today (UTC, both included). The service does the former by itself every few minutes, and
reports are exact without it, only slower. Safe to run at any time, also several at once. A day that cannot be made stops
no other; it is named in the end, and the command exits with 1.

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
  if (to !== undefined && from === undefined) throw new Error('--to takes a --from too');
  const client = createClickHouse(
    await findServer(readEnvironment(z.object(serverSettings), process.env)),
    createLogger('rollup', 'warn'),
  );
  const today = new Date().toISOString().slice(0, 10);
  const named = from === undefined ? undefined : [...datesBetween(from, to ?? today)];
  const failed: string[] = [];
  for (const rollup of rollups) {
    const begun = performance.now();
    const dates = named ?? (await dueDays(client, rollup));
    for (const [index, date] of dates.entries()) {
      say(`\r${rollup.table}: ${date}, ${index + 1} of ${dates.length} days`);
      try {
        await rebuildDay(client, rollup, date);
      } catch (error) {
        failed.push(`${rollup.table}: ${date}: ${error instanceof Error ? error.message : error}`);
      }
    }
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    say(`\r${rollup.table}: ${dates.length} days in ${seconds} s${' '.repeat(20)}\n`);
  }
  await client.close();
  if (failed.length > 0) {
    throw new Error(`These days could not be made, and stay as they were:\n${failed.join('\n')}`);
  }
} catch (error) {
  const message =
    error instanceof z.ZodError
      ? z.prettifyError(error)
      : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Every date from one to another, both included. */
function* datesBetween(from: string, to: string): Generator<string> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    yield new Date(at).toISOString().slice(0, 10);
  }
}
