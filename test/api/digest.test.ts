import { readFileSync } from 'node:fs';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { z } from 'zod';
import { uuid7 } from '../harness/uuid7.ts';
import { meta } from './meta.ts';
import { hoursAgo, key, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

const week = 7 * 24;
const from = (source: string, country = 'NL') => ({ source, medium: 'referral', country });

/** Visits of one view each. */
const visits = (count: number, hours: number, page_path: string, more: object) =>
  Array.from({ length: count }, (_, index) => {
    const at = hoursAgo(hours) + index * 1000;
    return { ...visit(at), pinged_at: at, page_path, page_title: `Title of ${page_path}`, ...more };
  });

/** A visitor who came in both weeks; the session of the second week has two views, a sign-up and an order. */
const ada = uuid7(hoursAgo(week + 50));
const [first, second] = [visit(hoursAgo(week + 50), ada), visit(hoursAgo(50), ada)];

const traffic = [
  ...visits(5, 30, '/risen', from('Google')),
  ...visits(2, week + 30, '/risen', from('Google')),
  ...visits(4, 31, '/new', from('New', 'DE')),
  ...visits(6, week + 31, '/gone', from('Gone')),
  ...visits(3, 32, '/same', from('Same')),
  ...visits(3, week + 32, '/same', from('Same')),
  // Equal changes: by path.
  ...visits(1, 33, '/b', from('Same', '')),
  ...visits(1, 33, '/a', from('Same')),
  ...visits(1, week + 33, '/z', from('Same')),
  ...visits(1, week + 33, '/y', from('Same')),
  // Before both weeks.
  ...visits(9, 2 * week + 1, '/old', from('Old')),
  { ...first, pinged_at: hoursAgo(week + 50), page_path: '/same', ...from('Google') },
  { ...first, pinged_at: hoursAgo(week + 49), event: 'Signup' },
  { ...second, pinged_at: hoursAgo(50), page_path: '/same', ...from('Google') },
  { ...second, pinged_at: hoursAgo(49), page_path: '/risen', ...from('Google') },
  { ...second, pinged_at: hoursAgo(49), event: 'Signup' },
  { ...second, pinged_at: hoursAgo(48), event: 'Signup', amount: '9.9', currency: 'EUR' },
];

beforeAll(async () => {
  service = await startQueryService();
  await service.insert(traffic);
});
afterAll(() => service.stop());

/** The body of a report. */
async function bodyOf(path: string, parameters: Record<string, string | string[]>) {
  const { status, body } = await service.report(path, parameters);
  expect([path, status]).toEqual([path, 200]);
  return z.object({ meta: z.record(z.string(), z.unknown()), data: z.unknown() }).parse(body);
}

const mailOf = async (parameters: Record<string, string | string[]>) => {
  const { status, headers, body } = await service.report('/digest', { format: 'html', ...parameters });
  expect(status).toBe(200);
  return { headers, html: String(body) };
};

const titled = (page_path: string) => ({ page_path, page_title: `Title of ${page_path}` });
const referral = (source: string) => ({ source, medium: 'referral' });
const changed = (current: number, previous: number, growth_rate: number | null) => ({
  current,
  previous,
  change: current - previous,
  growth_rate,
});

const whatChanged = {
  pages: {
    rose: [
      { ...titled('/new'), views: changed(4, 0, null) },
      { ...titled('/risen'), views: changed(6, 2, 200) },
      { ...titled('/a'), views: changed(1, 0, null) },
      { ...titled('/b'), views: changed(1, 0, null) },
    ],
    fell: [
      { ...titled('/gone'), views: changed(0, 6, -100) },
      { ...titled('/y'), views: changed(0, 1, -100) },
      { ...titled('/z'), views: changed(0, 1, -100) },
    ],
  },
  sources: {
    rose: [
      { ...referral('New'), visits: changed(4, 0, null) },
      { ...referral('Google'), visits: changed(6, 3, 100) },
    ],
    fell: [{ ...referral('Gone'), visits: changed(0, 6, -100) }],
  },
};

test('has what rose and fell most, by the size of the change, then by name', async () => {
  const { data } = await bodyOf('/digest', {});
  expect(data).toMatchObject({ changes: whatChanged });
});

test('the example of docs/api.md is the response to its request', async () => {
  const [, section = ''] = readFileSync('docs/api.md', 'utf8').split('\n## Digest\n');
  const [, example = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  expect(await bodyOf('/digest', { limit: '1', goal: 'event:Signup' })).toMatchObject(JSON.parse(example));
});

test('limit applies to each list, offset to none', async () => {
  const { data } = await bodyOf('/digest', { limit: '1', offset: '1' });
  expect(data).toMatchObject({
    pages: [{ page_path: '/risen' }],
    sources: [{ source: 'Google' }],
    countries: [{ country: 'NL' }],
    changes: {
      pages: { rose: [{ page_path: '/new' }], fell: [{ page_path: '/gone' }] },
      sources: { rose: [{ source: 'New' }], fell: [{ source: 'Gone' }] },
    },
  });
});

const questions: Record<string, string | string[]>[] = [
  {},
  { limit: '2' },
  { period: '31h' },
  { filter: 'source:Google' },
  { filter: 'page:/same', goal: 'event:Signup' },
  { filter: ['visitor_type:returning'], compare: 'year' },
  { filter: 'event:Signup' },
  { compare: '2026-11-01/2026-11-13', timezone: 'Asia/Kathmandu', goal: ['page:/risen', 'event:Signup'] },
  { start: '2026-11-19', end: '2026-11-20', timezone: 'America/New_York' },
];

/** The values of all pages or sources of a range, by their names. */
async function valuesOf(path: string, of: string, parameters: Record<string, string | string[]>) {
  const { data } = await bodyOf(path, { ...parameters, limit: '100' });
  const rows = z.array(z.record(z.string(), z.unknown())).parse(data);
  return new Map(
    rows.map((row) => [[row['page_path'], row['source'], row['medium']].join('\n'), Number(row[of])]),
  );
}

/** What two reports of two ranges say about their differences. */
async function differences(path: string, of: string, ranges: Record<string, string | string[]>[]) {
  const [now = new Map(), then = new Map()] = await Promise.all(
    ranges.map((range) => valuesOf(path, of, range)),
  );
  const names = [...new Set([...now.keys(), ...then.keys()])].sort();
  const all = names.map((name) => ({ name, current: now.get(name) ?? 0, previous: then.get(name) ?? 0 }));
  const bySize = all.sort(
    (a, b) =>
      Math.abs(b.current - b.previous) - Math.abs(a.current - a.previous) || (a.name < b.name ? -1 : 1),
  );
  return {
    rose: bySize.filter(({ current, previous }) => current > previous),
    fell: bySize.filter(({ current, previous }) => current < previous),
  };
}

const changeEntry = z.object({
  page_path: z.string().optional(),
  source: z.string().optional(),
  medium: z.string().optional(),
  views: z.object({ current: z.number(), previous: z.number() }).optional(),
  visits: z.object({ current: z.number(), previous: z.number() }).optional(),
});
const changeLists = z.object({ rose: z.array(changeEntry), fell: z.array(changeEntry) });
const digestBody = z.looseObject({
  totals: z.unknown(),
  changes: z.object({ pages: changeLists, sources: changeLists }),
  goals: z.array(z.looseObject({ goal: z.string() })).optional(),
});

const plain = ({ rose, fell }: z.output<typeof changeLists>) => {
  const entryOf = ({ page_path, source, medium, views, visits }: z.output<typeof changeEntry>) => ({
    name: [page_path, source, medium].join('\n'),
    ...(views ?? visits),
  });
  return { rose: rose.map(entryOf), fell: fell.map(entryOf) };
};

async function agreesWithOthers(question: Record<string, string | string[]>) {
  const { compare, ...asked } = question;
  const digest = await bodyOf('/digest', question);
  const data = digestBody.parse(digest.data);
  const insights = await bodyOf('/insights', question);
  expect(digest.meta).toEqual(insights.meta);
  expect(data.totals).toEqual(insights.data);

  const { goal, ...withoutGoal } = asked;
  const geo = z.object({ countries: z.unknown() }).parse((await bodyOf('/geo', withoutGoal)).data);
  expect([data['pages'], data['sources'], data['countries']]).toEqual([
    (await bodyOf('/pages', withoutGoal)).data,
    (await bodyOf('/sources', withoutGoal)).data,
    geo.countries,
  ]);

  const range = z.object({ start: z.string(), end: z.string() });
  const { period, start, end, ...same } = withoutGoal;
  const ranges = [digest.meta, insights.meta['compare']].map((one) => ({ ...same, ...range.parse(one) }));
  const limit = Number(asked['limit'] ?? 20);
  const first = (found: Awaited<ReturnType<typeof differences>>) => ({
    rose: found.rose.slice(0, limit),
    fell: found.fell.slice(0, limit),
  });
  expect(plain(data.changes.pages)).toEqual(first(await differences('/pages', 'views', ranges)));
  expect(plain(data.changes.sources)).toEqual(first(await differences('/sources', 'visits', ranges)));

  if (goal === undefined) {
    expect(data).not.toHaveProperty('goals');
    return;
  }
  const goalsOf = async (own: Record<string, string | string[]>) =>
    z
      .object({ goals: z.array(z.record(z.string(), z.unknown())) })
      .parse((await bodyOf('/overview', { ...own, goal })).data).goals;
  const [now = [], then = []] = await Promise.all(ranges.map(goalsOf));
  expect(data.goals).toMatchObject(
    now.map((one, index) => ({
      goal: one['goal'],
      conversions: { current: one['conversions'], previous: then[index]?.['conversions'] },
      converting_visitors: {
        current: one['converting_visitors'],
        previous: then[index]?.['converting_visitors'],
      },
      conversion_rate: { current: one['conversion_rate'], previous: then[index]?.['conversion_rate'] },
      revenue: one['revenue'],
    })),
  );
}

test.each(questions)('%j: its numbers are those of the other reports', agreesWithOthers);

test('goals come with the numbers of both periods', async () => {
  const { data } = await bodyOf('/digest', { goal: ['event:Signup', 'page:/nowhere'] });
  expect(data).toMatchObject({
    goals: [
      {
        goal: 'event:Signup',
        conversions: changed(2, 1, 100),
        converting_visitors: changed(1, 1, 0),
        // One of 15 visitors, after one of 14.
        conversion_rate: { current: 6.67, previous: 7.14, change: -0.48, growth_rate: -6.67 },
        revenue: [{ currency: 'EUR', amount: '9.9' }],
      },
      {
        goal: 'page:/nowhere',
        conversions: changed(0, 0, null),
        converting_visitors: changed(0, 0, null),
        conversion_rate: changed(0, 0, null),
        revenue: [],
      },
    ],
  });
});

test('a site without data has zeros, nulls and empty lists, and a mail that says so', async () => {
  const { meta: own, data } = await bodyOf('/digest', { site_id: 'empty' });
  const insights = await bodyOf('/insights', { site_id: 'empty' });
  expect(own).toEqual({ ...meta, site_id: 'empty', sites: ['empty'], compare: insights.meta['compare'] });
  const none = { rose: [], fell: [] };
  expect(data).toEqual({
    totals: insights.data,
    pages: [],
    sources: [],
    countries: [],
    changes: { pages: none, sources: none },
  });
  const { html } = await mailOf({ site_id: 'empty' });
  expect(html).toContain(
    '<title>empty: 0 visitors (14 November 2026 at 10:15 to 21 November 2026 at 10:15)</title>',
  );
  expect(html.match(/>None\.</g)).toHaveLength(7);
});

test('nothing precedes all: previous values are null, and nothing has changed', async () => {
  const { meta: own, data } = await bodyOf('/digest', { period: 'all', goal: 'event:Signup' });
  expect(own).toMatchObject({ compare: null });
  expect(data).toMatchObject({
    totals: { pageviews: { previous: null, change: null, growth_rate: null } },
    goals: [
      {
        conversions: { current: 3, previous: null, change: null, growth_rate: null },
        conversion_rate: { previous: null, change: null, growth_rate: null },
      },
    ],
    changes: null,
  });
  const { html } = await mailOf({ period: 'all' });
  expect(html).not.toContain('rose');
  expect(html).not.toContain('compared with');
});

describe('the mail', () => {
  /** What a text in a visitor's hands may try. */
  const hostile = `</td></table><script>alert(1)</script><img src=x onerror='a'>"&amp<title>x</title>`;
  const escaped =
    '&#60;/td&#62;&#60;/table&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;img src=x onerror=&#39;a&#39;&#62;&#34;&#38;amp&#60;title&#62;x&#60;/title&#62;';

  beforeAll(async () => {
    const at = hoursAgo(1);
    await service.insert([
      {
        ...visit(at),
        site_id: 'hostile',
        pinged_at: at,
        page_path: `/${hostile}`,
        page_title: hostile,
        source: hostile,
        medium: hostile.slice(0, 10),
        country: '<b>',
      },
      { ...visit(at), site_id: 'hostile', pinged_at: at, page_path: '/long', page_title: '😀'.repeat(500) },
    ]);
  });

  test('is a document of tables and styles in tags, which loads and runs nothing', async () => {
    for (const parameters of [{}, { site_id: 'hostile', goal: `page:${hostile}` }]) {
      const { headers, html } = await mailOf(parameters);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      expect(html).toMatch(/^<!doctype html>\n<html lang="en"/i);
      const tags = new Set(
        [...html.matchAll(/<([a-z!][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase()),
      );
      expect([...tags].filter((tag) => !allowed.includes(tag))).toEqual([]);
      const attributes = new Set([...html.matchAll(/<[^>]*?>/g)].flatMap(([tag]) => attributesOf(tag)));
      expect([...attributes].filter((name) => !allowedAttributes.includes(name))).toEqual([]);
      // Neither text nor background has a colour, so that both are the mail program's, light or dark.
      expect(html).not.toMatch(/(?:[; "]color|background)(?:-color)?:/);
      expect(html).not.toMatch(/url\(|https?:|src="/);
    }
  });

  const allowed = [
    ...['!doctype', 'html', 'head', 'meta', 'title', 'body', 'h1', 'h2', 'p', 'br'],
    ...['table', 'tr', 'th', 'td'],
  ];
  const allowedAttributes = ['lang', 'style', 'charset', 'name', 'content', 'role', 'scope', 'dir'];
  const attributesOf = (tag: string) => [...tag.matchAll(/ ([a-z-]+)="[^"]*"/g)].map(([, name = '']) => name);

  test('escapes what visitors and callers wrote, and shortens what is long', async () => {
    const { html } = await mailOf({
      site_id: 'hostile',
      goal: `page:${hostile}`,
      filter: `page!:${hostile}x`,
    });
    expect(html).toContain(`${escaped}<br>/${escaped}</th>`);
    expect(html).toContain(`>${escaped}, &#60;/td&#62;&#60;/tab</th>`);
    expect(html).toContain('>&#60;b&#62;</th>');
    expect(html).toContain(`Only page!:${escaped}x.</p>`);
    expect(html).toContain(`>Goal page:${escaped.slice(0, 20)}`);
    expect(html).toContain(`>${'😀'.repeat(120)}...<br>/long</th>`);
    expect(html.match(/<title>.*<\/title>/g)).toEqual([
      '<title>hostile: 2 visitors (14 November 2026 at 10:15 to 21 November 2026 at 10:15)</title>',
    ]);
  });

  test('has a subject in ASCII, with whole days in words', async () => {
    const { html } = await mailOf({ period: '3d', end: '2026-11-20', timezone: 'Europe/Berlin' });
    expect(html).toMatch(
      /<title>blog: [\d,]+ visitors(?:, [-+\d.,]+%)? \(18 November 2026 to 20 November 2026\)<\/title>/,
    );
    const one = await mailOf({ start: '2026-11-20', end: '2026-11-20' });
    expect(one.html).toContain('(20 November 2026)</title>');
    expect(one.html).toContain(
      '<p style="margin: 0 0 4px">20 November 2026, compared with 19 November 2026. Times are in UTC.</p>',
    );
  });

  test('shows the numbers of the report', async () => {
    const { html } = await mailOf({ goal: 'event:Signup' });
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Visitors', '15', '14', '+1 (+7.14%)'],
        ['Pageviews', '16', '14', '+2 (+14.29%)'],
        ['Bounce rate', '93.33%', '100%', '-6.67 points'],
        ['Session duration', '4m 0s', '0s', '+4m 0s'],
        ['Conversions', '2', '1', '+1 (+100%)'],
        ['Conversion rate', '6.67%', '7.14%', '-0.48 points'],
        ['Revenue, EUR', '9.9', '', ''],
        ['Title of /risen<br>/risen', '6', '6'],
        ['Google, referral', '6', '6'],
        ['Germany', '4'],
        ['Unknown', '1'],
        ['Title of /new<br>/new', '4', '0', '+4'],
        ['Title of /gone<br>/gone', '0', '6', '-6 (-100%)'],
        ['Gone, referral', '0', '6', '-6 (-100%)'],
      ]),
    );
  });
});

test.each([
  ['application/json', 'json', 200],
  ['application/json', 'html', 406],
  ['text/html', 'html', 200],
  ['text/html', 'json', 406],
  ['*/*', 'html', 200],
])('Accept: %s with format=%s is answered %i', async (accept, format, status) => {
  const { status: answered } = await service.request(`/api/v1/digest?format=${format}`, {
    headers: { authorization: `Bearer ${key}`, accept },
  });
  expect(answered).toBe(status);
});

test.each(['', 'HTML', 'csv', 'xml'])('format=%s is refused', async (format) => {
  const { status, body } = await service.report('/digest', { format });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: { code: 'invalid_parameter', message: 'format must be one of json, html.', parameter: 'format' },
    },
  });
});

describe('once days are settled', () => {
  beforeAll(async () => {
    const days = new Set(traffic.map(({ pinged_at }) => new Date(pinged_at).toISOString().slice(0, 10)));
    for (const day of days) {
      for (const table of settledTables) await rebuildDay(service.database.client, table, day, { lagMs: 0 });
    }
    // Into a settled day of each week.
    await service.insert([
      ...visits(2, 34, '/late', from('Late')),
      ...visits(3, week + 34, '/late', from('Late')),
    ]);
  });

  test.each(questions)('%j: its numbers are those of the other reports', agreesWithOthers);

  test('what changed is the same, with what came later', async () => {
    const { data } = await bodyOf('/digest', {});
    const { pages, sources } = whatChanged;
    expect(data).toMatchObject({
      changes: {
        pages: {
          rose: pages.rose,
          fell: [pages.fell[0], { ...titled('/late'), views: { change: -1 } }, ...pages.fell.slice(1)],
        },
        sources: { rose: sources.rose, fell: [...sources.fell, { source: 'Late' }] },
      },
    });
  });
});
