import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

describe('values are literal', () => {
  const odd = [
    "'",
    '"',
    '`',
    '\\',
    "\\'",
    "') or 1 = 1 --",
    '{x:String}',
    '{filter_0:Array(String)}',
    '/* conditions */',
    '/* filter: sessions */',
    '--',
    ']',
    "','",
    '%',
    '_',
    '*',
    '.*',
    '%2F',
    '$&',
    '\n',
    '\t',
    '\0',
    '\u202e',
    '日本😀',
    '<script>',
    '=1+1',
    'null',
    '\\N',
    '~',
    '!:',
    ':',
    'x'.repeat(1998),
  ];
  const escaped = (value: string) => value.replace(/[\\|]/g, '\\$&');

  beforeAll(() =>
    service.insert(
      odd.map((value, index) => ({
        ...visit(hoursAgo(2)),
        site_id: 'odd',
        pinged_at: hoursAgo(2),
        page_path: `/${index}`,
        utm_campaign: value,
        referrer: `<${value}>`,
      })),
    ),
  );

  test.each(odd.map((value, index) => [value, `/${index}`]))('%.30j', async (value, path) => {
    const expected = [expect.objectContaining({ page_path: path })];
    const is = await service.report('/pages', { site_id: 'odd', filter: `utm_campaign:${escaped(value)}` });
    expect(is.body).toMatchObject({ data: expected });
    const holds = await service.report('/pages', { site_id: 'odd', filter: `referrer~<${escaped(value)}>` });
    expect(holds.body).toMatchObject({ data: expected });
    const isNot = await service.report('/pages', {
      site_id: 'odd',
      limit: '100',
      filter: `utm_campaign!:${escaped(value)}`,
    });
    const { data } = isNot.body as { data: { page_path: string }[] };
    expect(data).toHaveLength(odd.length - 1);
    expect(data).not.toContainEqual(expected[0]);
  });

  test('| between values, \\| and \\\\ in them', async () => {
    await service.insert([
      { site_id: 'bars', pinged_at: hoursAgo(1), page_path: '/a|b' },
      { site_id: 'bars', pinged_at: hoursAgo(1), page_path: '/a\\' },
      { site_id: 'bars', pinged_at: hoursAgo(1), page_path: 'b' },
    ]);
    const paths = async (filter: string) => {
      const { body } = await service.report('/pages', { site_id: 'bars', filter });
      return (body as { data: { page_path: string }[] }).data.map((page) => page.page_path);
    };
    expect(await paths('page:/a|b')).toEqual(['b']);
    expect(await paths('page:/a\\|b')).toEqual(['/a|b']);
    expect(await paths('page:/a\\\\|b')).toEqual(['/a\\', 'b']);
    expect(await paths('page~\\|')).toEqual(['/a|b']);
  });
});

describe('invalid filters', () => {
  const message =
    'filter must be dimension:value (is), dimension!:value (is not), dimension~value (contains) or dimension!~value (does not contain), ' +
    'sent at most 20 times, each with up to 100 values of 2000 characters between "|" ("\\" escapes "|" and itself); ' +
    'the dimensions are page, entry_page, entry_referrer, source, medium, utm_source, utm_medium, utm_campaign, utm_term, utm_content, ' +
    'country, region, city, browser, browser_version, os, os_version, device_type, hostname, language, screen, exit_page, referrer, visitor_type, site, event, prop.<name of a property of events>, and a visitor_type is new or returning.';

  test.each([
    'x',
    'colour:red',
    'page',
    'page=/a',
    'visitor_type:old',
    `page:${'x'.repeat(2001)}`,
    `page:${'|'.repeat(100)}`,
  ])('%.30j is refused', async (filter) => {
    for (const path of ['/overview', '/realtime']) {
      const { status, body } = await service.report(path, { filter });
      expect(status).toBe(400);
      expect(body).toEqual({ error: { code: 'invalid_parameter', message, parameter: 'filter' } });
    }
  });

  test('the 21st is too many', async () => {
    const query = (count: number) => Array.from({ length: count }, () => 'filter=page:/a').join('&');
    expect((await service.report(`/overview?${query(20)}`)).status).toBe(200);
    const { status, body } = await service.report(`/overview?${query(21)}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: {
        code: 'invalid_parameter',
        message: message.replace('filter', 'filter was sent 21 times; it'),
        parameter: 'filter',
      },
    });
  });

  test('100 kB are too much for a request', async () => {
    const { status } = await service.report('/overview', { filter: `page:${'x'.repeat(100_000)}` });
    expect(status).toBe(431);
  });
});

test('values reach the database as parameters, never in the SQL', async () => {
  // Not checked in the server's query log, which shows the SQL with parameters inserted.
  const query = jest.spyOn(service.database.reader, 'query');
  const filter = ['page', 'entry_page', 'exit_page', 'visitor_type', 'os'].map((name) => `${name}~needle`);
  for (const path of ['/overview', '/geo', '/realtime']) await service.report(path, { filter });
  const sent = query.mock.calls.map(([{ query, query_params }]) => ({ query, query_params }));
  query.mockRestore();
  // Realtime has three.
  expect(sent).toHaveLength(5);
  for (const { query, query_params } of sent) {
    expect(query).not.toContain('needle');
    expect(query).toContain('{filter_4:Array(String)}');
    expect(query_params).toMatchObject({ filter_0: ['needle'], filter_4: ['needle'] });
  }
});
