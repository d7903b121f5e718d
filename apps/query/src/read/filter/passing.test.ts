import { parseFilter } from '@tallyhouse/filter';
import { raw, render } from '@tallyhouse/sql';
import type { About } from '../about.ts';
import { keyWindow } from '../about.ts';
import { passing, type TestedRows } from './passing.ts';

const range = { start: Date.parse('2026-11-01T00:00:00Z'), end: Date.parse('2026-11-02T00:00:00Z') };
const asked = { range, period: range, bucketStarts: [range.start], filters: [] };
const about: About = { sites: { ids: ['blog'], every: false }, ...asked };
const others = { events: () => raw('events'), pages: () => raw('pages') };

function written(rows: TestedRows, ...texts: string[]) {
  const filters = texts.flatMap((text) => parseFilter(text) ?? []);
  return render(passing(rows, filters, keyWindow(about), others));
}

test('filters on other rows select by id, all on one holder in one subquery', () => {
  const { sql } = written('sessions', 'page:/a', 'source:x', 'page~b');
  expect(sql.match(/from pageviews final/g)).toHaveLength(1);
  expect(sql).toMatch(/\(session_id\) in \([\s\S]*and page_path in [\s\S]*multiSearchAny/);
  expect(sql).toMatch(/\nand source in |^and source in /);
});

test('no value becomes part of the SQL', () => {
  const names = ['page', 'exit_page', 'source', 'visitor_type', 'event', 'prop.a'];
  const texts = names.flatMap((name) => [`${name}~$&needle`, `${name}!~'needle`]);
  for (const rows of ['pageviews', 'sessions', 'pings', 'events'] as const) {
    const { sql, values } = written(rows, ...texts);
    expect(Object.values(values).flat()).toContain("'needle");
    expect(sql).not.toContain('needle');
  }
});
