import { findServer, openClickHouse, serverSettings } from '@tallyhouse/clickhouse';
import { ArgumentError, createLogger, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { readTask, usage } from './arguments.ts';
import { runDeletion } from './run.ts';

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const task = readTask(process.argv.slice(2), Date.now());
    if (task.kind === 'help') {
      process.stdout.write(usage);
      return 0;
    }
    const server = await findServer(readEnvironment(z.object(serverSettings), process.env));
    const client = await openClickHouse(server, createLogger('delete', 'warn'));
    try {
      await runDeletion(client, task, { output: process.stdout, clock: Date.now });
      return 0;
    } finally {
      await client.close();
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ArgumentError ? 2 : 1;
  }
}
