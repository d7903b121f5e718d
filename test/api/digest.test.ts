import { readFileSync } from 'node:fs';
import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, key, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const week = 7 * 24;
const from = (source: string, country = 'NL') => ({ source, medium: 'referral', country });

const visits = (count: number, hours: number, page_path: string, more: object) =>
  Array.from({ length: count }, (_, index) =>
    seen(hoursAgo(hours) + index * 1000, { page_path, page_title: `Title of ${page_path}`, ...more }),
  );

/** Texts with which a visitor may try an injection. */
const hostile = `</td></table><script>alert(1)</script><img src=x onerror='a'>"&amp<title>x</title>`;
const escaped =
  '&#60;/td&#62;&#60;/table&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;img src=x onerror=&#39;a&#39;&#62;&#34;&#38;amp&#60;title&#62;x&#60;/title&#62;';

beforeAll(async () => {
  // One visitor came in both weeks; the session of the second week has two views, a sign-up and an order.
  const ada = uuid7(hoursAgo(week + 50));
  const first = { ...visit(hoursAgo(week + 50), ada), ...from('Google') };
  const second = { ...visit(hoursAgo(50), ada), ...from('Google') };
  const inHostile = { site_id: 'hostile', source: hostile, medium: hostile.slice(0, 10), country: '<b>' };
  await service.insert([
    ...visits(5, 30, '/risen', from('Google')),
    ...visits(2, week + 30, '/risen', from('Google')),
    ...visits(4, 31, '/new', from('New', 'DE')),
    ...visits(6, week + 31, '/gone', from('Gone')),
    ...visits(3, 32, '/same', from('Same')),
    ...visits(3, week + 32, '/same', from('Same')),
    ...visits(1, 33, '/b', from('Same', '')),
    ...visits(1, 33, '/a', from('Same')),
    ...visits(1, week + 33, '/z', from('Same')),
    ...visits(1, week + 33, '/y', from('Same')),
    ping(hoursAgo(week + 50), first, { page_path: '/same' }),
    ping(hoursAgo(week + 49), first, { event: 'Signup' }),
    ping(hoursAgo(50), second, { page_path: '/same' }),
    ping(hoursAgo(49), second, { page_path: '/risen' }),
    ping(hoursAgo(49), second, { event: 'Signup' }),
    ping(hoursAgo(48), second, { event: 'Signup', amount: '9.9', currency: 'EUR' }),
    seen(hoursAgo(1), { ...inHostile, page_path: `/${hostile}`, page_title: hostile }),
    seen(hoursAgo(1), { site_id: 'hostile', page_path: '/long', page_title: '😀'.repeat(500) }),
  ]);
});

async function mail(parameters: Record<string, string | string[]>) {
  const { status, headers, body } = await service.report('/digest', { format: 'html', ...parameters });
  expect(status).toBe(200);
  return { headers, html: String(body) };
}

test('the example of docs/api/changes.md is the response to its request', async () => {
  const [, section = ''] = readFileSync('docs/api/changes.md', 'utf8').split('\n## Digest\n');
  const [, example = ''] = /```json\n(.*?)```/s.exec(section) ?? [];
  const { body } = await service.report('/digest', { limit: '1', goal: 'event:Signup' });
  expect(body).toMatchObject(JSON.parse(example));
});

const inTheWeek = '(14 November 2026 at 10:15 to 21 November 2026 at 10:15)';

test('the mail of a site without data says so', async () => {
  const { html } = await mail({ site_id: 'empty' });
  expect(html).toContain(`<title>empty: 0 visitors ${inTheWeek}</title>`);
  expect(html.match(/>None\.</g)).toHaveLength(7);
});

test('nothing precedes all, and the mail compares nothing', async () => {
  const { html } = await mail({ period: 'all' });
  expect(html).not.toContain('rose');
  expect(html).not.toContain('compared with');
});

describe('the mail', () => {
  const allowed = [
    ...['!doctype', 'html', 'head', 'meta', 'title', 'body', 'h1', 'h2', 'p', 'br'],
    ...['table', 'tr', 'th', 'td'],
  ];
  const allowedAttributes = ['lang', 'style', 'charset', 'name', 'content', 'role', 'scope', 'dir'];
  const attributesOf = (tag: string) => [...tag.matchAll(/ ([a-z-]+)="[^"]*"/g)].map(([, name = '']) => name);

  test('is a document of tables and styles in tags, which loads and runs nothing', async () => {
    for (const parameters of [{}, { site_id: 'hostile', goal: `page:${hostile}` }]) {
      const { headers, html } = await mail(parameters);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
      expect(headers.get('content-security-policy')).toBe(policy);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en"/i);
      const tags = [...html.matchAll(/<([a-z!][a-z0-9]*)/gi)].map(([, tag = '']) => tag.toLowerCase());
      expect(tags.filter((tag) => !allowed.includes(tag))).toEqual([]);
      const attributes = [...html.matchAll(/<[^>]*?>/g)].flatMap(([tag]) => attributesOf(tag));
      expect(attributes.filter((name) => !allowedAttributes.includes(name))).toEqual([]);
      // No colours, so that the mail program chooses light or dark.
      expect(html).not.toMatch(/(?:[; "]color|background)(?:-color)?:/);
      expect(html).not.toMatch(/url\(|https?:|src="/);
    }
  });

  test('escapes what visitors and callers wrote, and shortens what is long', async () => {
    const filter = `page!:${hostile}x`;
    const { html } = await mail({ site_id: 'hostile', goal: `page:${hostile}`, filter });
    for (const part of [
      `${escaped}<br>/${escaped}</th>`,
      `>${escaped}, &#60;/td&#62;&#60;/tab</th>`,
      '>&#60;b&#62;</th>',
      `Only page!:${escaped}x.</p>`,
      `>Goal page:${escaped.slice(0, 20)}`,
      `>${'😀'.repeat(120)}...<br>/long</th>`,
    ])
      expect(html).toContain(part);
    const title = `<title>hostile: 2 visitors ${inTheWeek}</title>`;
    expect(html.match(/<title>.*<\/title>/g)).toEqual([title]);
    const many = Array.from({ length: 20 }, (_, index) => `another-site-${index}`);
    const { html: long } = await mail({ site_id: many.join(','), filter: `page:${'/a|'.repeat(99)}/b` });
    for (const start of ['<title>another', '<h1[^>]*>another', `Only page:/a`])
      expect(long).toMatch(new RegExp(`${start}[^<]*\\.\\.\\.`));
    expect(long).not.toContain('another-site-19');
  });

  test('has a subject in ASCII, with whole days in words', async () => {
    const { html } = await mail({ period: '3d', end: '2026-11-20', timezone: 'Europe/Berlin' });
    expect(html).toMatch(
      /<title>blog: [\d,]+ visitors(?:, [-+\d.,]+%)? \(18 November 2026 to 20 November 2026\)<\/title>/,
    );
    const one = await mail({ start: '2026-11-20', end: '2026-11-20', timezone: 'Europe/Kyiv' });
    expect(one.html).toContain('(20 November 2026)</title>');
    expect(one.html).toContain(
      '<p style="margin: 0 0 4px">20 November 2026, compared with 19 November 2026. Times are in Europe/Kyiv.</p>',
    );
  });

  test('shows the numbers of the report', async () => {
    const { html } = await mail({ goal: 'event:Signup' });
    const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Visitors', '15', '14', '+1 (+7.14%)'],
        ['Pageviews', '16', '14', '+2 (+14.29%)'],
        ['Bounce rate', '93.33%', '100%', '-6.67 points'],
        ['Visit duration', '4m 0s', '0s', '+4m 0s'],
        ['Conversions', '2', '1', '+1 (+100%)'],
        ['Converting visitors', '1', '1', '0 (0%)'],
        ['Conversion rate', '6.67%', '7.14%', '-0.48 points'],
        ['Revenue, EUR', '9.9', '', ''],
        ['Page', 'Views', 'Visits'],
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

  test.each([
    ['application/json', 'json', 200],
    ['application/json', 'html', 406],
    ['text/html', 'html', 200],
    ['text/html', 'json', 406],
    ['*/*', 'html', 200],
  ])('Accept: %s with format=%s is answered %i', async (accept, format, status) => {
    const headers = { authorization: `Bearer ${key}`, accept };
    const answer = await service.request(service.addressOf('/digest', { format }), { headers });
    expect(answer.status).toBe(status);
  });
});
