import { parseFilter } from '@tallyhouse/filter';
import { fillFilters } from './fill-filters.ts';

const filters = (...texts: string[]) => texts.flatMap((text) => parseFilter(text) ?? []);
const fill = (sql: string, ...texts: string[]) => fillFilters(sql, filters(...texts));

test('without filters a placeholder becomes empty; one of no table to filter is an error', () => {
  expect(() => fill('/* filter: visitors */')).toThrow('no such placeholder: /* filter: visitors */');
  const filled = fill('select 1 where a /* filter: pageviews */ limit 1');
  expect(filled).toEqual({ sql: 'select 1 where a  limit 1', bindings: {} });
});

test('conditions on columns of the table go into its where', () => {
  expect(fill('where a\n/* filter: pageviews */', 'page:/a|/b', 'referrer!:x')).toEqual({
    sql: 'where a\nand page_path in {filter_0:Array(String)}\nand referrer not in {filter_1:Array(String)}',
    bindings: { filter_0: ['/a', '/b'], filter_1: ['x'] },
  });
});

test('conditions on another table select by id, all in one subquery', () => {
  const { sql } = fill('where a /* filter: sessions */', 'page:/a', 'source:x', 'page~b');
  expect(sql).toMatch(
    /^where a and source in \{filter_1:Array\(String\)\}\nand \(site_id, session_id\) in \(\n--.*\nfrom pageviews final\n.*\n {2}and page_path in \{filter_0:Array\(String\)\}\n {2}and \(has\(\{filter_2:Array\(String\)\}, ''\) or .*\)\n\)$/s,
  );
});

test('no value becomes part of the SQL', () => {
  const names = ['page', 'exit_page', 'source', 'visitor_type'];
  const texts = names.flatMap((name) => [`${name}~$&needle`, `${name}!~'needle`]);
  for (const table of ['pageviews', 'sessions', 'pings']) {
    const { sql, bindings } = fill(`/* filter: ${table} */`, ...texts);
    expect(Object.values(bindings)).toHaveLength(8);
    expect(sql).not.toContain('needle');
    expect(sql).not.toContain('/* conditions */');
  }
});

test('conditions with a name go to its placeholder, with parameters of their own', () => {
  const goal = filters('event:Signup', 'prop.plan!~x', 'page:/a|/b');
  const asked = filters('source:Google');
  const { sql, bindings } = fillFilters('/* filter: settled */\n/* filter: goal */', asked, { goal });
  expect(sql.split('\n')).toEqual([
    'and source in {filter_0:Array(String)}',
    'and event in {goal_0:Array(String)}',
    expect.stringMatching(/^and not .*props\[\{goal_1_property:String\}\]/),
    'and page_path in {goal_2:Array(String)}',
  ]);
  const ofGoal = { goal_0: ['Signup'], goal_1: ['x'], goal_1_property: 'plan', goal_2: ['/a', '/b'] };
  expect(bindings).toEqual({ filter_0: ['Google'], ...ofGoal });
});
