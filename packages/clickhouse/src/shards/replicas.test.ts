import type { Shard } from '../shard-addresses.ts';
import { judgeReplicas, type LookedShard, refuseLaggingSchema } from './replicas.ts';
import type { ShardState } from './state.ts';

const cluster = [
  ['a', 'a2'],
  ['b', 'b2'],
];

/** Two shards with two replicas each, as they should be, but for what a test says of one. */
function lookedAt(host: string, other: Partial<ShardState>, replicated = true): LookedShard[] {
  return cluster.map((names, index) => {
    const connections = names.map((name) => ({ url: `http://${name}:8123` }));
    const [first = { url: '' }, ...others] = connections;
    const shard: Shard = { number: index + 1, connections: [first, ...others] };
    return {
      shard: replicated ? { ...shard, replication: { quorum: 'auto' } } : shard,
      states: names.map((name) => ({
        number: index + 1,
        host: `${name}:8123`,
        tableId: `table-${name}`,
        migrations: ['0001_pings x'],
        identities: [],
        map: [],
        hasPings: true,
        isReplicated: replicated,
        macros: { shard: `${index + 1}`, replica: name },
        ...(name === host && other),
      })),
    };
  });
}

test('takes replicas that have the macro of their shard and one of their own, also new ones', () => {
  expect(() => judgeReplicas(lookedAt('', {}))).not.toThrow();
  const fresh = { isReplicated: undefined, migrations: [], hasPings: false };
  expect(() => judgeReplicas(lookedAt('a2', fresh))).not.toThrow();
});

test('asks nothing of servers that are not replicated', () => {
  expect(() => judgeReplicas(lookedAt('a2', { macros: { shard: '', replica: '' } }, false))).not.toThrow();
});

test.each<[string, string, Partial<ShardState>, string]>([
  [
    'tables of one server',
    'b',
    { isReplicated: false },
    'The tables of b:8123 (shard 2) are not replicated, and cannot become so. Unset CLICKHOUSE_REPLICATED',
  ],
  [
    'no macro',
    'b2',
    { macros: { shard: '2', replica: '' } },
    'b2:8123 (shard 2) has no macro replica. Set <macros><shard>2</shard>',
  ],
  [
    'a server twice',
    'a2',
    { tableId: 'table-a' },
    'a:8123 (shard 1) and a2:8123 (shard 1) are the same database',
  ],
  [
    'replicas of two shards in one',
    'a2',
    { macros: { shard: '3', replica: 'a2' } },
    'a:8123 (shard 1) and a2:8123 (shard 1) have different macros shard, 1 and 3',
  ],
  [
    'one replica name twice',
    'b2',
    { macros: { shard: '2', replica: 'b' } },
    'b:8123 (shard 2) and b2:8123 (shard 2) have the same macro replica, b',
  ],
])('refuses %s', (_, host, other, reason) => {
  expect(() => judgeReplicas(lookedAt(host, other))).toThrow(reason);
});

test('refuses two shards with one macro: each would store the rows of both', () => {
  const [first, second] = lookedAt('', {});
  if (!first || !second) throw new Error('two shards');
  const states = second.states.map((state) => ({ ...state, macros: { ...state.macros, shard: '1' } }));
  expect(() => judgeReplicas([first, { ...second, states }])).toThrow(
    'a:8123 (shard 1) and b:8123 (shard 2) have the same macro shard, 1',
  );
});

test('refuses replicated tables without the setting', () => {
  const shards = lookedAt('a', { isReplicated: true }, false);
  expect(() => judgeReplicas(shards)).toThrow(
    'The tables of a:8123 (shard 1) are replicated. Set CLICKHOUSE_REPLICATED=1 in every program.',
  );
});

test('refuses a replica without the migrations of another', () => {
  const [shard] = lookedAt('a2', { migrations: [] });
  if (!shard) throw new Error('a shard');
  expect(() => refuseLaggingSchema(shard)).toThrow(
    'a2:8123 (shard 1) lacks migration 0001_pings, which a:8123 has.',
  );
});
