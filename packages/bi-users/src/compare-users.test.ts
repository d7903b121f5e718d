import type { BiUser } from '@tallyhouse/clickhouse';
import { compareUsers } from './compare-users.ts';

const user = (name: string, rights: Partial<BiUser> = {}): BiUser => {
  return { name, personal: false, maxSeconds: 60, maxMemoryMb: 1000, ...rights };
};

test('a user is compared with the first server that has it', () => {
  const blogger = user('blogger', { sites: ['blog'] });
  const compared = compareUsers([
    { server: 'Shard 1 (a)', users: [user('analyst'), blogger] },
    { server: 'Shard 2 (b)', users: [user('blogger', { sites: ['blog', 'shop'] }), user('later')] },
    { server: 'Shard 3 (c)', users: [blogger, user('analyst')] },
  ]);
  expect(compared).toEqual([
    { ...user('analyst'), missingOn: ['Shard 2 (b)'], differsOn: [] },
    { ...blogger, missingOn: [], differsOn: ['Shard 2 (b)'] },
    { ...user('later'), missingOn: ['Shard 1 (a)', 'Shard 3 (c)'], differsOn: [] },
  ]);
});

test('there may be none', () => {
  expect(compareUsers([{ server: 'a:8123', users: [] }])).toEqual([]);
});
