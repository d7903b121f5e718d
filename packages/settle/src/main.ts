import { patience } from '@tallyhouse/clickhouse';
import { findServers, type Server, serversSettings } from '@tallyhouse/cluster';
import {
  ArgumentError,
  createLogger,
  createProgress,
  many,
  messageOf,
  readEnvironment,
  readOptions,
  runCommand,
} from '@tallyhouse/service';
import { z } from 'zod';
import { createSettledTables } from './keep.ts';
import { createLook } from './look/look.ts';
import { rebuildDay } from './rebuild.ts';
import type { SettledTable } from './tables/define.ts';
import { settledTables } from './tables/index.ts';

const usage = `Usage: tallyhouse settle [--from <day> [--to <day>]]

Rebuilds days of the settled tables from the rows of visits, pageviews, events and crawlers. The service rebuilds stale days by
itself every few minutes. Reports are exact without it, only slower. Safe to run at any time, even several at once. A rebuild that
fails stops no other; the command names it in the end.

  --from <day>  The first day (UTC), such as 2026-11-21. Default: only the stale days.
  --to <day>    The last day, included. Default: today.
  --help        This text.

Example: tallyhouse settle --from 2026-11-01 --to 2026-11-21

It works on the ClickHouse at CLICKHOUSE_URL, or on that of a running tallyhouse start: the one with the same DATA_DIR and
CLICKHOUSE_HTTP_PORT. With CLICKHOUSE_SHARDS it works on every shard.

It exits with 0 when all is rebuilt, 1 after an error, 2 for invalid arguments.
`;

const today = () => new Date().toISOString().slice(0, 10);
const date = z.iso.date({ error: '--from and --to take a date such as 2026-11-21', abort: true }).optional();
const period = z
  .object({ from: date, to: date })
  .refine(({ from, to }) => to === undefined || from !== undefined, '--to needs --from')
  .refine(({ from = '', to = today() }) => from <= to, '--from must not be after --to, or today');
const text = { type: 'string' } as const;

await runCommand(usage, settle);

async function settle(args: readonly string[]): Promise<number> {
  const given = period.safeParse(readOptions(args, { from: text, to: text }));
  if (!given.success) throw new ArgumentError(`${given.error.issues[0]?.message}`);
  const { from, to = today() } = given.data;
  const settings = readEnvironment(z.object(serversSettings), process.env);
  const servers = await findServers(settings, createLogger('settle', 'warn'), undefined, patience);
  const rebuilds: { date: string; table: SettledTable; server: Server }[] = [];
  const failed: string[] = [];
  for (const server of servers.all) {
    try {
      await server.ready();
      await createSettledTables(server.client);
      const { due, known } = await createLook(server.client)();
      const named = from === undefined ? undefined : known().filter((date) => from <= date && date <= to);
      for (const table of settledTables) {
        for (const date of named ?? due.get(table.name) ?? []) rebuilds.push({ date, table, server });
      }
    } catch (error) {
      failed.push(`${server.name}: ${messageOf(error)}`);
    }
  }
  // The newest day first, with all its tables.
  rebuilds.sort((one, other) => other.date.localeCompare(one.date));
  const begun = performance.now();
  const progress = createProgress(process.stdout, Date.now);
  progress.step('Rebuilding');
  for (const [index, { date, table, server }] of rebuilds.entries()) {
    progress.show(`${date}: ${table.name}, ${index + 1} of ${rebuilds.length} rebuilds`);
    try {
      await rebuildDay(server.client, table, date);
    } catch (error) {
      const where = server.shard === undefined ? '' : `${server.name}: `;
      failed.push(`${where}${table.name}: ${date}: ${messageOf(error)}`);
    }
  }
  await servers.close();
  const days = new Set(rebuilds.map(({ date }) => date)).size;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  progress.say(`${many(days, 'day')} in ${seconds} s`);
  if (failed.length > 0)
    throw new Error(`These rebuilds failed; their days are unchanged:\n${failed.join('\n')}`);
  return 0;
}
