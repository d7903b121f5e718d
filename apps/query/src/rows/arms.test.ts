import { parseFilter } from '@tallyhouse/filter';
import type { TrustedDays } from '@tallyhouse/settle';
import { fillRows } from './arms.ts';
import { type RowSetName, rowSets, rowSetsIn } from './row-sets.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);
const range = { start: at('01T10:07:00'), end: at('07T12:00:00') };

const trusted: TrustedDays = {
  runs: [
    { state: 'settled', from: at('01T00:00:00'), until: at('05T00:00:00') },
    { state: 'changed', from: at('05T00:00:00'), until: at('06T00:00:00') },
    { state: 'live', from: at('06T00:00:00'), until: at('08T00:00:00') },
  ],
  changedSince: at('07T11:50:00'),
};

const filters = (...texts: string[]) => texts.flatMap((text) => parseFilter(text) ?? []);

type Asked = Partial<Parameters<typeof fillRows>[1]> & { days?: TrustedDays | undefined };

/** The SQL of a row set as ClickHouse gets it, with the values of its parameters inserted. */
function sqlOf(name: RowSetName, { days, ...asked }: Asked): string {
  const source = new Map(days === undefined ? [] : [[name, days] as const]);
  const request = { range, bucketStarts: [range.start], filters: [], ...asked };
  const { sql, bindings } = fillRows(`/* rows: ${name} */`, request, source);
  return sql
    .replace(/\{(\w+):[^}]*\}/g, (whole, parameter: string) =>
      parameter in bindings ? `'${bindings[parameter]}'` : whole,
    )
    .replace(/^ *\n/gm, '');
}

const names = Object.keys(rowSets).flatMap((name) => rowSetsIn(`/* rows: ${name} */`));

/** Days of events are never changed. */
const unchanged = { runs: trusted.runs.filter(({ state }) => state !== 'changed'), changedSince: undefined };

const isOfEvents = (name: RowSetName) =>
  rowSets[name].tables.some((table) => table === 'settled_events' || table === 'settled_paths');

const overAllStates = (name: RowSetName) => sqlOf(name, { days: isOfEvents(name) ? unchanged : trusted });

test('each row set reads settled tables on settled days, changed sessions on changed ones, others on live days', () => {
  const from = /\bfrom ((?:settled|changed|page|event)_\w+|\w+ final|visitors)/g;
  const tables = names.map((name) => {
    const read = overAllStates(name).matchAll(from);
    return `${name}: ${[...read].map(([, table]) => table).join(', ')}`;
  });
  expect(tables.join('\n')).toMatchSnapshot();
});

test.each(['totals', 'device_visits', 'new_visitors', 'event_counts', 'session_paths'] as const)(
  'the SQL of %s over settled, changed and live days',
  (name) => {
    expect(overAllStates(name)).toMatchSnapshot();
  },
);

test('a range that ends before it begins is read live: an arm without rows', () => {
  const empty = { start: at('02T01:59:00'), end: at('02T01:01:00') };
  const sql = sqlOf('source_visits', { range: empty, bucketStarts: [empty.start], days: trusted });
  expect(sql).toContain('from sessions final');
  expect(sql).not.toContain('settled');
});

test('filters of events: on their sessions, and on themselves', () => {
  const asked = filters('country:NL', 'exit_page!:/', 'page:/thanks', 'event:Signup', 'prop.plan!:pro');
  const days = { runs: trusted.runs.filter(({ state }) => state === 'live'), changedSince: undefined };
  expect(sqlOf('event_buckets', { filters: asked, days })).toMatchSnapshot();
});

test('only a report of several buckets reads the numbers of visitors of stored ones, and a split day by hours', () => {
  expect(sqlOf('totals', { days: trusted })).not.toContain('visitor_count');
  const bucketStarts = [range.start, ...[2, 3, 4, 5, 6, 7].map((day) => at(`0${day}T00:00:00`))];
  expect(sqlOf('totals', { bucketStarts, days: trusted })).toContain('visitor_count');
  const split = sqlOf('totals', { bucketStarts: [range.start, at('02T05:00:00')], days: trusted });
  expect(split).toMatch(/bucket_at\) not in .* or minutes = 60 .*toStartOfDay\(bucket_at\)\) in/);
});

test('a filter on the session reads settled rows, and no sums', () => {
  const sql = sqlOf('device_visits', { filters: filters('country:NL'), days: trusted });
  const from = [...sql.matchAll(/from (settled_sessions|sessions final)/g)].map(([, table]) => table);
  expect(from).toEqual(['settled_sessions', 'sessions final', 'sessions final']);
  expect(sql).not.toContain('toStartOfHour');
  expect(sql.split('union all').map((arm) => arm.includes('country in'))).toEqual([true, true, true]);
});

test.each([
  ['a filter on the page', filters('page:/a'), trusted],
  ['no settled table', [], undefined],
])('the SQL of page_views with %s', (_, filters, days) => {
  expect(sqlOf('page_views', { filters, days })).toMatchSnapshot();
});

test('few changed sessions are named, and not looked up', () => {
  const changedSessions = [1, 2].map((visitor) => ({
    sessionHour: at('05T10:00:00'),
    sessionId: 'the session',
    visitorHour: at('01T00:00:00'),
    visitorId: `visitor ${visitor}`,
  }));
  const [devices, visitors] = (['device_visits', 'new_visitors'] as const).map((name) => {
    const source = new Map([[name, { ...trusted, changedSessions }] as const]);
    return fillRows(`/* rows: ${name} */`, { range, bucketStarts: [range.start], filters: [] }, source).sql;
  });
  expect(`${devices} ${visitors}`).not.toContain('changed_sessions');
  expect(devices).toContain("and session_id not in '[\\'the session\\']'::Array(UUID)");
  expect(devices).toContain(
    "and (session_hour, session_id) in '[(\\'2026-11-05 10:00:00\\',\\'the session\\')]'",
  );
  expect(visitors).toContain("visitor_id not in '[\\'visitor 1\\',\\'visitor 2\\']'::Array(UUID)");
});

test('a range without rows in a state has no arm for it, and whole days are read from sums of days alone', () => {
  const whole = { start: at('01T00:00:00'), end: at('04T00:00:00') };
  const settled = { state: 'settled', from: whole.start, until: at('08T00:00:00') } as const;
  const days = { runs: [settled], changedSince: undefined };
  expect(sqlOf('device_visits', { days })).not.toMatch(/final|changed_sessions/);
  const totals = sqlOf('totals', { range: whole, bucketStarts: [whole.start], days });
  expect(totals).toContain('minutes = 1440');
  expect(totals).not.toMatch(/minutes = (60|15)|settled_sessions/);
});

test('unknown rows are an error', () => {
  expect(() => rowSetsIn('/* rows: nonsense */')).toThrow('no such rows: nonsense');
});

test.each(['device_visits', 'event_rows', 'new_visitors', 'titles'] as const)('%s over shards', (name) => {
  const days = name === 'event_rows' ? undefined : trusted;
  const cluster = { name: 'tallyhouse', database: 'stats' };
  expect(sqlOf(name, { filters: filters('visitor_type:new'), cluster, days })).toMatchSnapshot();
});
