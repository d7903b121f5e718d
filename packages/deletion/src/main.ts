import { patience } from '@tallyhouse/clickhouse';
import { findServers, requireAll, serversSettings } from '@tallyhouse/cluster';
import { ArgumentError, createLogger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { readTask, usage } from './arguments.ts';
import { runDeletion } from './run.ts';

/** Nobody has seen that what is gone on one replica is gone on the others, when the command says so. */
const notReplicated =
  'Deletion is not available with CLICKHOUSE_REPLICATED yet: it could not prove that the rows are gone on every replica. Nothing was deleted.';

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const task = readTask(process.argv.slice(2), Date.now());
    if (task.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    const settings = readEnvironment(z.object(serversSettings), process.env);
    if (settings.CLICKHOUSE_REPLICATED) throw new Error(notReplicated);
    const servers = await findServers(settings, createLogger('delete', 'error'), undefined, patience);
    try {
      await requireAll(servers);
      await runDeletion(servers.all, task, { output: process.stdout, clock: Date.now });
      return 0;
    } finally {
      await servers.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ArgumentError ? 2 : 1;
  }
}
