/** Messages belong to the server that the shard map names for their offset. */
import type { Server, Servers } from '@tallyhouse/cluster';
import type { LogBatch } from '@tallyhouse/log';
import { grouped } from '@tallyhouse/service';
import type { InsertMessages } from './insert.ts';
import { cutBy, type Run } from './runs.ts';

/** Stores each run on its server. @param insertOf returns a server's insert; called once for each server */
export function insertByServer(
  servers: Servers,
  insertOf: (server: Server) => (run: Run) => ReturnType<InsertMessages>,
): (run: Run) => Promise<void> {
  const inserts = new Map(servers.all.map((server) => [server, insertOf(server)]));
  return async (run) => {
    const server = servers.of(run.partition, run.offsets[0] ?? 0n);
    const insert = inserts.get(server);
    if (insert === undefined) throw new Error(`no insert for ${server.name}`);
    await insert(run);
  };
}

/** Cuts a batch where messages of another server begin: in one piece, unless a partition moved. */
export function* cutByServer(servers: Pick<Servers, 'of'>, batch: LogBatch): Generator<LogBatch> {
  const owners = batch.offsets.map((offset) => servers.of(batch.partition, offset));
  for (const [, piece] of cutBy(batch, owners)) yield piece;
}

export function groupByServer<Item extends { partition: number; offset: string }>(
  servers: Pick<Servers, 'of'>,
  items: readonly Item[],
): [Server, Item[]][] {
  return [...grouped(items, ({ partition, offset }) => servers.of(partition, BigInt(offset)))];
}
