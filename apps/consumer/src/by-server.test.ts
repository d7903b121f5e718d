import type { Server, Servers } from '@tallyhouse/cluster';
import { cutByServer, groupByServer, insertByServer } from './by-server.ts';
import type { Run } from './runs.ts';

/** It gets no queries. */
const server = (shard: number): Server => {
  const [client, patient] = [{} as Server['client'], {} as Server['patient']];
  return { shard, name: `Shard ${shard}`, ready: async () => {}, client, patient };
};
const [first, second] = [server(1), server(2)];
/** Partition 0 moved from the first to the second server at offset 10. */
const of: Servers['of'] = (_, offset) => (offset < 10n ? first : second);
const servers: Servers = { all: [first, second], of, has: () => true, close: async () => {} };

const batch = (...offsets: bigint[]) => {
  const values = offsets.map((offset) => Buffer.from(`${offset}`));
  return { partition: 0, offsets, values };
};

test('a batch is cut where a partition moved; one of a single server stays whole, an empty one too', () => {
  expect([...cutByServer(servers, batch(8n, 9n, 10n, 12n))]).toEqual([batch(8n, 9n), batch(10n, 12n)]);
  expect([...cutByServer(servers, batch(3n, 4n, 7n))]).toEqual([batch(3n, 4n, 7n)]);
  expect([...cutByServer(servers, batch())]).toEqual([]);
});

test('runs go to the insert of their server, of which there is one', async () => {
  const done: string[] = [];
  const insert = insertByServer(servers, ({ shard }) => {
    done.push(`${shard} made`);
    return async ({ offsets }: Run) => void done.push(`${shard}: ${offsets}`);
  });
  for (const offsets of [[8n, 9n], [10n], [11n]]) await insert({ version: 5, ...batch(...offsets) });
  expect(done).toEqual(['1 made', '2 made', '1: 8,9', '2: 10', '2: 11']);
});

test('letters are grouped by the server of their offset', () => {
  const letters = ['9', '10', '4'].map((offset) => ({ partition: 0, offset }));
  expect(groupByServer(servers, letters)).toEqual([
    [first, [letters[0], letters[2]]],
    [second, [letters[1]]],
  ]);
});
