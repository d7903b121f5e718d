import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { numberedId, uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

/** What the definitions of events, goals and funnels do not say. */

const service = forAllTests(joinQueryService);

describe('events', () => {
  const nobody = emptyRow.visitor_id;
  /** An event as a server sends it, without ids, page or address. */
  const event = (pinged_at: number, event: string, more: Partial<PingRow> = {}) => ({
    pinged_at,
    event,
    visitor_id: nobody,
    session_id: nobody,
    pageview_id: nobody,
    page_path: '',
    ...more,
  });
  const eur = (amount: string) => ({ amount, currency: 'EUR' });

  test('/export/events has a row for each event, and guards names and ids but not amounts', async () => {
    const site_id = 'file';
    const odd = { site_id, event_id: '@x', props: { 'a.b': '"/' }, ...eur('-9.90') };
    await service.insert([
      event(minutesAgo(3), '=1+1', odd),
      event(minutesAgo(2), 'Plain', { site_id, ...visit(minutesAgo(2)), page_path: '/a' }),
    ]);
    const file = async (more: object) => (await service.download('events', { site_id, ...more })).text;
    const text = await file({});
    const [, , plain] = text.split('\n');
    const columns = 'event event_id occurred_at page_path session_id visitor_id props amount currency';
    const header = columns.replaceAll(/\w+/g, '"$&"').replaceAll(' ', ',');
    const refund = `"'=1+1","'@x","2026-11-21T10:12:00.000Z","","","","{""a.b"":""\\""/""}",-9.9,"EUR"`;
    expect(text).toBe(`${header}\n${refund}\n${plain}\n`);
    // Its session has no pageview; its visitor is the one sent.
    expect(plain).toMatch(/^"Plain","","2026-11-21T10:13:00.000Z","\/a","","[0-9a-f-]{36}","\{\}",,""$/);
    expect(await file({ raw: '1' })).toContain('"=1+1","@x"');
    expect(await file({ format: 'jsonl' })).toContain('{"event":"=1+1","event_id":"@x"');
  });

  test('a property may have any name that ingest takes, and any value', async () => {
    const site_id = 'names';
    const props = JSON.parse('{"__proto__":"a|b","a.b-c_D":"it\'s \\\\ 日本"}');
    await service.insert([event(minutesAgo(4), 'Odd', { site_id, props, visitor_id: uuid7(minutesAgo(4)) })]);
    for (const filter of ['prop.__proto__:a\\|b', "prop.a.b-c_D~IT'S \\\\ 日", 'prop.none:'])
      expect(await service.data('/events', { site_id, filter, period: '2h' })).toMatchObject([
        { event: 'Odd', events: 1 },
      ]);
    const values = { site_id, property: 'a.b-c_D', period: '2h' };
    const [value] = await service.rows('/events/%20Odd/properties', values);
    expect(value).toMatchObject({ value: "it's \\ 日本", events: 1, unique_visitors: 1 });
  });
});

describe('goals', () => {
  const dataOf = (path: string, parameters: Record<string, string | string[]>) =>
    service.data(path, { period: '2h', ...parameters });

  /** A goal that the one visitor of a row reached. */
  const reached = { conversions: 1, converting_visitors: 1, conversion_rate: 100 };

  test('a refund weeks later belongs to the session of the order', async () => {
    const site_id = 'refunds';
    const shop = { site_id, source: 'Google', page_path: '/shop' };
    const dora = visit(hoursAgo(24 * 40));
    await service.insert([
      ping(hoursAgo(24 * 40), dora, shop),
      seen(hoursAgo(2), shop),
      ping(hoursAgo(1), dora, { site_id, event: 'Refund', amount: '-5', currency: 'EUR' }),
    ]);
    const goals = [{ goal: 'event:Refund', ...reached, revenue: [{ currency: 'EUR', amount: '-5' }] }];
    const asked = { site_id, goal: 'event:Refund' };
    expect(await dataOf('/sources', asked)).toMatchObject([{ source: 'Google', visits: 1, goals }]);
    expect(await dataOf('/pages', asked)).toMatchObject([{ page_path: '/shop', views: 1, goals }]);
  });

  test('hostile names of rows, pages and events', async () => {
    const site_id = 'hostile';
    const event = `a;b|c\\'"{goal_0:String} 😀 ${'x'.repeat(90)}`;
    const long = (index: number) => `/${'ß😀'.repeat(660)}${index}`;
    const pings = Array.from({ length: 100 }, (_, index) => {
      const names = { page_path: long(index), source: `\\N'${'語'.repeat(400)}${index}` };
      const own = { site_id, ...visit(minutesAgo(20)), ...names };
      const converted = { pageview_id: emptyRow.pageview_id, event, props: { 'a.b': `'|;\\` } };
      return [ping(minutesAgo(20), own), ping(minutesAgo(19), own, converted)];
    });
    await service.insert(pings.flat());
    const text = `event:${event.replace(/[\\;|]/g, '\\$&')};prop.a.b:'\\|\\;\\\\`;
    const goals = [{ goal: text, ...reached, revenue: [] }];
    const each = Array(100).fill(expect.objectContaining({ goals }));
    expect(await dataOf('/pages', { site_id, goal: text, limit: '100' })).toEqual(each);
    expect(await dataOf('/sources', { site_id, goal: text, limit: '100' })).toEqual(each);
    const seventh = await dataOf('/overview', { site_id, goal: `page:${long(7)}` });
    expect(seventh).toMatchObject({ goals: [{ conversions: 1 }] });
  });
});

describe('funnels', () => {
  const entered = async (site_id: string, step: string[], parameters: Record<string, string> = {}) =>
    (await service.rows('/funnel', { site_id, step, ...parameters })).map((row) => row['entered']);

  /** Stores one session of pageviews (`/a`) and events (`A`), with ids in their order: minutes ago and name. */
  async function walk(site_id: string, ...rows: [number, string][]) {
    const ids = { site_id, ...visit(minutesAgo(rows[0]?.[0] ?? 0)) };
    await service.insert(
      rows.map(([minutes, name], index) => {
        const id = numberedId(minutesAgo(minutes), index + 1);
        const row = name.startsWith('/')
          ? { page_path: name, pageview_id: id }
          : { event: name, ping_id: id };
        return ping(minutesAgo(minutes), ids, row);
      }),
    );
  }

  test.each([
    // One moment, in the order of ids, and how many steps are reached: a page contains a, an event is A.
    { rows: ['/a', '/b', '/c'], steps: 'abc', reached: 3 },
    { rows: ['/c', '/b', '/a'], steps: 'abc', reached: 1 },
    { rows: ['/ab', '/ab'], steps: 'abc', reached: 2 },
    { rows: ['/b', '/ac', '/b'], steps: 'abc', reached: 2 },
    { rows: ['/abc', '/bc', '/c'], steps: 'abc', reached: 3 },
    { rows: ['/abcdefghij'], steps: 'abcdefghij', reached: 1 },
    { rows: Array<string>(10).fill('/abcdefghij'), steps: 'abcdefghij', reached: 10 },
    { rows: ['/b', '/c'], steps: 'abc', reached: 0 },
    { rows: ['A', '/b'], steps: 'Ab', reached: 1 },
    { rows: ['B', '/a'], steps: 'aB', reached: 2 },
    { rows: ['A', 'B'], steps: 'AB', reached: 2 },
    { rows: ['B', 'A'], steps: 'AB', reached: 1 },
    { rows: ['C', '/a', 'D', '/b'], steps: 'abCD', reached: 4 },
  ])('at one moment $rows reach $reached of $steps', async ({ rows, steps, reached }) => {
    const site_id = `moment${rows.join('').replaceAll('/', '-').slice(0, 40)}`;
    await walk(site_id, ...rows.map((row): [number, string] => [30, row]));
    const asked = [...steps].map((step) => (step < 'a' ? `event:${step}` : `page~${step}`));
    expect(await entered(site_id, asked)).toEqual(asked.map((_, index) => Number(index < reached)));
  });

  test('within counts from the first step, inclusive', async () => {
    const site_id = 'edge';
    const ids = { site_id, ...visit(hoursAgo(3)) };
    await service.insert([
      ping(hoursAgo(3), ids, { page_path: '/a' }),
      ping(hoursAgo(2), ids, { page_path: '/b' }),
      ping(hoursAgo(1) + 1, ids, { page_path: '/c' }),
    ]);
    for (const [within, by, expected] of [
      ['1h', 'visitor', [1, 1, 0]],
      ['59m', 'visitor', [1, 0, 0]],
      ['121m', 'visitor', [1, 1, 1]],
      ['129600m', 'visitor', [1, 1, 1]],
      ['30m', 'session', [1, 1, 1]],
    ] as const)
      expect(await entered(site_id, ['page:/a', 'page:/b', 'page:/c'], { within, by })).toEqual(expected);
  });
});
