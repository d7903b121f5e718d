import { patience } from '@tallyhouse/clickhouse';
import { findServers, type Server, serversSettings } from '@tallyhouse/cluster';
import { day } from '@tallyhouse/facts';
import { createLogger, createProgress, optionsOfProcess, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { createSettledTables } from './keep.ts';
import { createLook } from './look/look.ts';
import { rebuildDay } from './rebuild.ts';
import type { SettledTable } from './tables/define.ts';
import { settledTables } from './tables/index.ts';

const usage = `Usage: tallyhouse settle [--from <day> [--to <day>]]

Rebuilds days of the settled tables from sessions, pageviews and visitors. The service rebuilds stale days by itself every few
minutes. Reports are exact without it, only slower. Safe to run at any time, also several at once. A rebuild that fails stops no
other; the command names it in the end.

  --from <day>  The first day (UTC), such as 2026-11-21. Default: only the stale days.
  --to <day>    The last day, included. Default: today.
  --help        This text.

Example: tallyhouse settle --from 2026-11-01 --to 2026-11-21

It works on the ClickHouse at CLICKHOUSE_URL, or on that of a running tallyhouse start: the one with the same DATA_DIR and
CLICKHOUSE_HTTP_PORT. With CLICKHOUSE_SHARDS it works on every shard.

It exits with 0 when all is rebuilt, 1 after an error, 2 for invalid arguments.
`;

const today = () => new Date().toISOString().slice(0, 10);
const date = z.iso.date('--from and --to take a date such as 2026-11-21').optional();
const period = z
  .object({ from: date, to: date })
  .refine(({ from, to }) => to === undefined || from !== undefined, '--to needs --from')
  .refine(({ from = '', to = today() }) => from <= to, '--from must not be after --to, or today');
const progress = createProgress(process.stdout, Date.now);

const { from, to } = readPeriod();

try {
  const settings = readEnvironment(z.object(serversSettings), process.env);
  const servers = await findServers(settings, createLogger('settle', 'warn'), undefined, patience);
  const named = from === undefined ? undefined : datesBetween(from, to ?? today());
  const rebuilds: { date: string; table: SettledTable; server: Server }[] = [];
  const failed: string[] = [];
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  for (const server of servers.all) {
    try {
      await server.ready();
      await createSettledTables(server.client);
      const { due } = await createLook(server.client)();
      for (const table of settledTables) {
        for (const date of named ?? due.get(table.name) ?? []) rebuilds.push({ date, table, server });
      }
    } catch (error) {
      failed.push(`${server.name}: ${reasonOf(error)}`);
    }
  }
  // The newest day first, with all its tables.
  rebuilds.sort((one, other) => other.date.localeCompare(one.date));
  const begun = performance.now();
  progress.step('Rebuilding');
  for (const [index, { date, table, server }] of rebuilds.entries()) {
    progress.show(`${date}: ${table.name}, ${index + 1} of ${rebuilds.length} rebuilds`);
    try {
      await rebuildDay(server.client, table, date);
    } catch (error) {
      const where = server.shard === undefined ? '' : `${server.name}: `;
      failed.push(`${where}${table.name}: ${date}: ${reasonOf(error)}`);
    }
  }
  await servers.close();
  const days = new Set(rebuilds.map(({ date }) => date)).size;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  progress.say(`${days} days in ${seconds} s`);
  if (failed.length > 0)
    throw new Error(`These rebuilds failed; their days are unchanged:\n${failed.join('\n')}`);
} catch (error) {
  progress.end();
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** Parses the days of the arguments. Ends the process with 2 when they are invalid. */
function readPeriod(): z.infer<typeof period> {
  const text = { type: 'string' } as const;
  const given = period.safeParse(optionsOfProcess(usage, { from: text, to: text }));
  if (given.success) return given.data;
  process.stderr.write(`${z.prettifyError(given.error)}\n`);
  process.exit(2);
}

function datesBetween(from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += day) {
    dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}
