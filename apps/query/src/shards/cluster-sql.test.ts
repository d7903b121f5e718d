import { onAllShards, onEachShard, onOneShard, withTimes } from './cluster-sql.ts';

const cluster = { name: 'tallyhouse', database: 'stats' };

test('SQL for each shard names its own tables, and those that all shards share', () => {
  const sql = `select count()
from sessions final
where session_id in (select session_id from pageviews final)
  and visitor_id in (select visitor_id from visitors where visitor_hour in (select visitor_hour from visitors))`;
  expect(onEachShard(sql, cluster)).toBe(`select * from cluster('tallyhouse', view(
select count()
from stats.sessions as sessions final
where session_id in (select session_id from stats.pageviews as pageviews final)
  and visitor_id in (select visitor_id from cluster('tallyhouse', 'stats', 'visitors') as visitors where visitor_hour global in (select visitor_hour from cluster('tallyhouse', 'stats', 'visitors') as visitors))))
`);
});

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
