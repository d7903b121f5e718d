import { parseFilter } from '@tallyhouse/filter';
import { fillFilters } from './fill-filters.ts';

function fill(sql: string, ...texts: string[]) {
  const filters = texts.map((text) => {
    const filter = parseFilter(text);
    if (filter === undefined) throw new Error(`no filter: ${text}`);
    return filter;
  });
  return fillFilters(sql, filters);
}

test('without filters a placeholder becomes empty', () => {
  expect(fill('select 1 where a /* filter: pageviews */ limit 1')).toEqual({
    sql: 'select 1 where a  limit 1',
    bindings: {},
  });
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
  const names = [...'page exit_page source visitor_type'.split(' ')];
  for (const table of ['pageviews', 'sessions', 'pings']) {
    const { sql } = fill(
      `/* filter: ${table} */`,
      ...names.flatMap((name) => [`${name}~${'$&'}needle`, `${name}!~'needle`]),
    );
    expect(sql).not.toContain('needle');
    expect(sql).not.toContain('/* conditions */');
  }
});

test('a placeholder for a table that cannot be filtered is an error', () => {
  expect(() => fill('/* filter: visitors */')).toThrow('no such placeholder: /* filter: visitors */');
});

test('conditions with a name go to its placeholder, with parameters of their own', () => {
  const goal = ['event:Signup', 'prop.plan!~x', 'page:/a|/b'].flatMap((text) => parseFilter(text) ?? []);
  const filters = ['source:Google'].flatMap((text) => parseFilter(text) ?? []);
  const { sql, bindings } = fillFilters('/* filter: settled */\n/* filter: goal */', filters, { goal });
  expect(sql.split('\n')).toEqual([
    'and source in {filter_0:Array(String)}',
    'and event in {goal_0:Array(String)}',
    expect.stringMatching(/^and not .*props\[\{goal_1_property:String\}\]/),
    'and page_path in {goal_2:Array(String)}',
  ]);
  expect(bindings).toEqual({
    filter_0: ['Google'],
    goal_0: ['Signup'],
    goal_1: ['x'],
    goal_1_property: 'plan',
    goal_2: ['/a', '/b'],
  });
});
