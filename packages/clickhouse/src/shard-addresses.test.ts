import { readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { clickHouseSettings } from './settings.ts';
import { shardSettings, shardsOf, shardWriterSettings } from './shard-addresses.ts';

const schema = z.object({ ...clickHouseSettings, ...shardSettings, ...shardWriterSettings });
const base = { CLICKHOUSE_URL: 'http://a:8123', CLICKHOUSE_USER: 'writer', CLICKHOUSE_PASSWORD: 'secret' };
const shards = (text?: string) =>
  shardsOf(readEnvironment(schema, text === undefined ? base : { ...base, CLICKHOUSE_SHARDS: text }));

test('numbers the shards in their order, each with its replicas; without the setting there are none', () => {
  const shared = { user: 'writer', password: 'secret', database: 'tallyhouse' };
  const connections = (...names: string[]) =>
    names.map((name) => ({ url: `http://${name}:8123`, ...shared }));
  expect(shards('http://a:8123|http://a2:8123, http://b:8123')).toEqual([
    { number: 1, connections: connections('a', 'a2') },
    { number: 2, connections: connections('b') },
  ]);
  expect(shards()).toEqual([]);
});

test('takes user and password in an address, and a comma at the end', () => {
  const found = shards('http://me:word@a:8123,https://b:8443,').flatMap(({ connections }) => connections);
  expect(found.map(({ url }) => url)).toEqual(['http://me:word@a:8123', 'https://b:8443']);
});

test.each([
  ['http://a:8123,http://b:8123,http://a:8123', 'has a:8123 twice'],
  ['http://a:8123|http://a:8123', 'has a:8123 twice'],
  ['http://me:word@a:8123,http://you:word@A:8123/', 'has a:8123 twice'],
  [' , ', 'has no address'],
  ['a:8123', 'addresses such as http://a:8123|http://a2:8123,http://b:8123'],
  ['http://a:8123|,http://b:8123', 'addresses such as http://a:8123|http://a2:8123,http://b:8123'],
])('refuses %p', (text, problem) => {
  expect(() => shards(text)).toThrow(`CLICKHOUSE_SHARDS: ${problem}`);
  expect(() => shards(text)).not.toThrow('word');
});

test('replication is a setting of all shards, and needs some', () => {
  const read = (env: NodeJS.ProcessEnv) =>
    shardsOf(readEnvironment(schema, { ...base, CLICKHOUSE_REPLICATED: '1', ...env }));
  const both = { CLICKHOUSE_SHARDS: 'http://a:8123|http://a2:8123' };
  expect(read(both)).toMatchObject([{ replication: { quorum: 'auto' } }]);
  expect(read({ ...both, CLICKHOUSE_INSERT_QUORUM: '2' })).toMatchObject([{ replication: { quorum: '2' } }]);
  expect(() => read({})).toThrow('CLICKHOUSE_REPLICATED: requires CLICKHOUSE_SHARDS');
  const quorum = 'CLICKHOUSE_INSERT_QUORUM: auto, or a number from 1 to 9';
  expect(() => read({ ...both, CLICKHOUSE_INSERT_QUORUM: 'all' })).toThrow(quorum);
});
