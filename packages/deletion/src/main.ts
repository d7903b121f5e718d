import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll, serversSettings } from '@tallyhouse/cluster';
import { closing, createLogger, readEnvironment, runCommand } from '@tallyhouse/service';
import { z } from 'zod';
import { readTask, usage } from './arguments.ts';
import { runDeletion } from './run.ts';

/** We have not verified that a reported deletion has reached every replica. */
const notReplicated =
  'Deletion is not available with CLICKHOUSE_REPLICATED yet: it could not prove that the rows are gone on every replica. Nothing was deleted.';

// A deletion that is ended anywhere is finished by the next run.
await runCommand(usage, async (args) => {
  const task = readTask(args, Date.now());
  const settings = readEnvironment(z.object(serversSettings), process.env);
  if (settings.CLICKHOUSE_REPLICATED) throw new Error(notReplicated);
  // ClickHouse would log each query with the id or the address in it.
  const options = { ...patience, settings: { log_queries: 0 } } as const;
  await using servers = closing(
    await findServers(settings, createLogger('delete', 'error'), undefined, options),
  );
  await requireAll(servers);
  await runDeletion(servers.all, task, { output: process.stdout, clock: Date.now });
  return 0;
});
