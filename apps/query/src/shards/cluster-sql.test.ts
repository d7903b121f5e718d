import { onAllShards, onOneShard, withTimes } from './cluster-sql.ts';

const cluster = { name: 'tallyhouse', database: 'stats' };

test('SQL over all shards compares with the rows of all of them', () => {
  expect(
    onAllShards('select 1 from pings where ping_id not in (\n-- known\nselect ping_id from events)', cluster),
  ).toBe(
    `select 1 from cluster('tallyhouse', 'stats', 'pings') as pings where ping_id global not in (
-- known
select ping_id from cluster('tallyhouse', 'stats', 'events') as events)`,
  );
});

test('a list of values, other tables and common table expressions stay as they are', () => {
  const sql =
    'with sessions as (select 1) select 2 from sessions where a in {sites:Array(String)} and b in (1, 2)';
  expect(onAllShards(sql, cluster)).toBe(sql);
  expect(onOneShard('select name from system.parts', cluster)).toBe('select name from system.parts');
  const read = onOneShard('select 1 from events', { ...cluster, database: 'events' });
  expect(onAllShards(read, cluster)).toBe(read);
});

test('times become part of the SQL, other values do not', () => {
  const sql = "select {at:DateTime64(3, 'UTC')}, {name:String}, {no:DateTime64(3, 'UTC')}";
  expect(withTimes(sql, { at: '1970-01-01 00:00:00.000', name: 'a', no: "'" })).toBe(
    "select toDateTime64('1970-01-01 00:00:00.000', 3, 'UTC'), {name:String}, {no:DateTime64(3, 'UTC')}",
  );
});
