import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shard } from '@tallyhouse/clickhouse';
import { logger } from '../../../test/harness/quiet.ts';
import { lookForShards } from './look-for-shards.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A replica that answers what ClickHouse answers about it: how many seconds it is behind. */
async function replica(delay: number): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('x-clickhouse-query-id', '1');
    response.end(`${JSON.stringify({ lost: 0, delay })}\n`);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}

async function shardOf(...delays: [number, number]): Promise<Shard> {
  const [first, second] = [await replica(delays[0]), await replica(delays[1])];
  return { number: 1, connections: [first, second], replication: { quorum: 'auto' } };
}

test('reads a replica that is up to date', async () => {
  const shard = await shardOf(31, 30);
  expect(await lookForShards([shard], logger)).toEqual({ connection: shard.connections[1], away: [] });
});

test('refuses a shard whose replicas are all behind', async () => {
  await expect(lookForShards([await shardOf(31, 31)], logger)).rejects.toThrow(
    /^Shard 1 .*: no replica is up to date/,
  );
});
