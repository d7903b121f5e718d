import type { Shard } from '@tallyhouse/clickhouse';
import { logger } from '../../../../test/harness/quiet.ts';
import { compareLate } from './look.ts';
import { judgeReplicas, type LookedShard, refuseLaggingSchema } from './replicas.ts';
import { shard as aShard } from './shards-under-test.ts';
import type { ShardState } from './state.ts';

const cluster = ['a a2', 'b b2'].map((names) => names.split(' '));

/** Two shards with two replicas each, as they should be, but for what a test says of one. */
function lookedAt(host: string, other: Partial<ShardState>, replicated = true): LookedShard[] {
  return cluster.map((names, index) => {
    const connections = names.map((name) => ({ url: `http://${name}:8123` }));
    const [first = { url: '' }, ...others] = connections;
    const shard: Shard = { number: index + 1, connections: [first, ...others] };
    return {
      shard: replicated ? { ...shard, replication: { quorum: 'auto' } } : shard,
      states: names.map((replica) => {
        const own = { host: `${replica}:8123`, tableId: `table-${replica}`, identities: [], map: [] };
        const macros = { shard: `${index + 1}`, replica };
        return aShard(index + 1, {
          ...own,
          isReplicated: replicated,
          macros,
          ...(replica === host && other),
        });
      }),
    };
  });
}

test.each<[string, Partial<ShardState>, boolean]>([
  ['replicas that have the macro of their shard and one of their own', {}, true],
  ['new ones too', { isReplicated: undefined, migrations: [], hasPings: false }, true],
  ['servers that are not replicated, without macros', { macros: { shard: '', replica: '' } }, false],
])('takes %s', (_, other, replicated) => {
  expect(() => judgeReplicas(lookedAt('a2', other, replicated))).not.toThrow();
});

const ofOneServer =
  'The tables of b:8123 (shard 2) are not replicated, and cannot become so. Unset CLICKHOUSE_REPLICATED';
const differentMacros = 'a:8123 (shard 1) and a2:8123 (shard 1) have different macros shard, 1 and 3';
const macros = (shard: string, replica: string) => ({ macros: { shard, replica } });

test.each<[string, string, Partial<ShardState>]>([
  [ofOneServer, 'b', { isReplicated: false }],
  ['b2:8123 (shard 2) has no macro replica. Set <macros><shard>2</shard>', 'b2', macros('2', '')],
  ['a:8123 (shard 1) and a2:8123 (shard 1) are the same database', 'a2', { tableId: 'table-a' }],
  [differentMacros, 'a2', macros('3', 'a2')],
  ['b:8123 (shard 2) and b2:8123 (shard 2) have the same macro replica, b', 'b2', macros('2', 'b')],
])('refuses: %s', (reason, host, other) => {
  expect(() => judgeReplicas(lookedAt(host, other))).toThrow(reason);
});

test('refuses two shards with one macro: each would store the rows of both', () => {
  const shards = lookedAt('', {}).map(({ shard, states }) => ({
    shard,
    states: states.map((state) => ({ ...state, macros: { ...state.macros, shard: '1' } })),
  }));
  const message = 'a:8123 (shard 1) and b:8123 (shard 2) have the same macro shard, 1';
  expect(() => judgeReplicas(shards)).toThrow(message);
});

test('refuses replicated tables without the setting', () => {
  const message =
    'The tables of a:8123 (shard 1) are replicated. Set CLICKHOUSE_REPLICATED=1 in every program.';
  expect(() => judgeReplicas(lookedAt('a', { isReplicated: true }, false))).toThrow(message);
});

test('compares a replica that was away at the start before it is used, until it is one of its shard', async () => {
  const errors = jest.spyOn(logger, 'error');
  const [here, other] = lookedAt('', {});
  const [first, late] = here?.states ?? [];
  if (!here || !other || !first || !late) throw new Error('two shards with two replicas');
  const [one, two = one] = here.shard.connections;
  const read = jest
    .fn()
    .mockResolvedValue(late)
    .mockResolvedValueOnce({ ...late, ...macros('2', 'a2') })
    .mockResolvedValueOnce({ ...late, migrations: [] });
  const looked = [{ ...here, states: [first] }, other];
  const admit = compareLate(
    { looked, states: [], away: [], awayHosts: ['a2:8123'] },
    logger,
    read,
  )(here.shard);
  await admit(one);
  for (const reason of ['have different macros shard', 'lacks migration 0001_pings']) {
    await expect(admit(two)).rejects.toMatchObject({ code: 'EHOSTUNREACH' });
    expect(errors).toHaveBeenLastCalledWith({ host: 'a2:8123' }, expect.stringContaining(reason));
  }
  await Promise.all([admit(two), admit(two)]);
  await admit(two);
  expect([read.mock.calls.length, errors.mock.calls.length]).toEqual([4, 2]);
});

test('refuses a replica without the migrations of another', () => {
  const [shard] = lookedAt('a2', { migrations: [] });
  if (!shard) throw new Error('a shard');
  const message = 'a2:8123 (shard 1) lacks migration 0001_pings, which a:8123 has.';
  expect(() => refuseLaggingSchema(shard)).toThrow(message);
});
