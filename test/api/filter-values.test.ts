import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { hoursAgo, key, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

describe('values are literal', () => {
  const odd = [
    ...["'", '"', '`', '\\', "\\'", "') or 1 = 1 --", '{x:String}', '{filter_0:Array(String)}'],
    ...['/* conditions */', '/* filter: sessions */', '--', ']', "','", '%', '_', '*', '.*', '%2F', '$&'],
    ...['\n', '\t', '\0', '\u202e', '日本😀', '<script>', '=1+1', 'null', '\\N', '~', '!:', ':'],
    'x'.repeat(1998),
  ];
  const escaped = (value: string) => value.replace(/[\\|]/g, '\\$&');

  const visits = odd.map((value, index) => {
    const values = { page_path: `/${index}`, utm_campaign: value, referrer: `<${value}>` };
    return seen(hoursAgo(2), { site_id: 'odd', ...values });
  });
  beforeAll(() => service.insert(visits));

  const few = 8;
  const parts = Array.from({ length: Math.ceil(odd.length / few) }, (_, part) => part * few);

  test.each(parts)('those from number %d on mean themselves and nothing else', async (from) => {
    const paths = async (...filter: string[]) => {
      const rows = await service.rows('/pages', { site_id: 'odd', limit: '100', filter });
      return rows.map(({ page_path }) => page_path).sort();
    };
    const asked = odd.slice(from, from + few);
    const own = asked.map((_, index) => `/${from + index}`).sort();
    const all = asked.map(escaped).join('|');
    expect(await paths(`utm_campaign:${all}`)).toEqual(own);
    const contained = asked.map((value) => `<${escaped(value)}>`).join('|');
    expect(await paths(`referrer~${contained}`)).toEqual(own);
    const others = odd.flatMap((_, index) => (own.includes(`/${index}`) ? [] : `/${index}`));
    expect(await paths(`utm_campaign!:${all}`)).toEqual(others.sort());
  });

  test('| between values, \\| and \\\\ in them', async () => {
    const site_id = 'bars';
    await service.insert(['/a|b', '/a\\', 'b'].map((page_path) => seen(hoursAgo(1), { site_id, page_path })));
    const meaning = { '/a|b': ['b'], '/a\\|b': ['/a|b'], '/a\\\\|b': ['/a\\', 'b'] };
    for (const [values, paths] of Object.entries(meaning)) {
      const rows = await service.rows('/pages', { site_id, filter: `page:${values}` });
      expect(rows.map(({ page_path }) => page_path)).toEqual(paths);
    }
    expect(await service.rows('/pages', { site_id, filter: 'page~\\|' })).toMatchObject([
      { page_path: '/a|b' },
    ]);
  });
});

test('pages whose quotes take more than a parameter of the database are found', async () => {
  const site_id = 'quotes';
  const pages = Array.from({ length: 7 }, (_, more) => `/${"'".repeat(1900 + more)}`);
  await service.insert(['/other', ...pages].map((page_path) => seen(hoursAgo(1), { site_id, page_path })));
  /** Sends quotes as they are: `fetch` would make three bytes of each. */
  const visitsOf = async (...filters: string[]) => {
    const path = [service.addressOf('/overview', { site_id }), ...filters].join('&filter=');
    const asked = { port: new URL(service.url).port, path, headers: { authorization: `Bearer ${key}` } };
    const answer = await new Promise<IncomingMessage>((resolve) => get(asked, resolve));
    return JSON.parse(await text(answer)).data?.sessions;
  };
  expect(await visitsOf(`page:${pages.join('|')}`)).toBe(7);
  // As a browser shows them.
  expect(await visitsOf(...pages.map((page) => `page!:${page}/`))).toBe(1);
});

test('hosts and countries are found in every spelling', async () => {
  const site_id = 'spelt';
  await service.insert([
    seen(hoursAgo(2), { site_id, hostname: 'shop.example', country: 'DE' }),
    seen(hoursAgo(2), { site_id, hostname: 'xn--bcher-kva.example', country: 'AT' }),
  ]);
  for (const [filter, visits] of [
    ['hostname:Shop.Example', 1],
    ['hostname:shop.example:443|BÜCHER.example.', 2],
    ['hostname!:Shop.Example', 1],
    ['country:de', 1],
    ['country!:de|at', 0],
  ] as const)
    expect(await service.data('/overview', { site_id, filter })).toMatchObject({ sessions: visits });
});
