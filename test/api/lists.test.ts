import { z } from 'zod';
import { everyEndpoint } from './every-endpoint.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';

/** What all lists have in common. The test of each report compares its entries and their order. */

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const lists = everyEndpoint.filter(({ isList }) => isList);

test('some reports are lists', () => {
  expect(lists).not.toEqual([]);
});

test.each(lists)('$path without data is empty', async ({ path, parameters }) => {
  const { status, body } = await service.report(path, parameters);
  expect({ status, body }).toEqual({ status: 200, body: { meta: listMeta, data: [] } });
});

describe('of 130 entries', () => {
  const total = 130;

  beforeAll(async () => {
    // One entry of each list per name: a page, a source, a value of a dimension, an event, a property; and as many sites.
    const names = Array.from({ length: total }, (_, index) => String(index).padStart(3, '0'));
    const at = hoursAgo(1);
    await service.insert([
      ...names.map((name) => ({
        ...visit(at),
        pinged_at: at,
        site_id: 'many',
        page_path: `/${name}`,
        source: name,
        utm_campaign: name,
      })),
      ...['Signup', ...names.slice(1)].map((event) => ({
        ...visit(at),
        pinged_at: at,
        site_id: 'many',
        event,
        props: Object.fromEntries(names.map((name) => [`p${name}`, name])),
      })),
      ...names.slice(1).map((site_id) => ({ ...visit(at), pinged_at: at, site_id })),
    ]);
  });

  test.each(lists)('$path shows the part that limit and offset select', async ({ path, parameters }) => {
    const part = async (own: Record<string, string>) => {
      const { body } = await service.report(path, { ...parameters, site_id: 'many', ...own });
      const { meta, data } = z.object({ meta: z.unknown(), data: z.array(z.unknown()) }).parse(body);
      const [limit, offset] = [Number(own['limit'] ?? 20), Number(own['offset'] ?? 0)];
      expect(meta).toEqual({ ...listMeta, site_id: 'many', sites: ['many'], limit, offset, total });
      return data;
    };
    const all = [...(await part({ limit: '100' })), ...(await part({ limit: '100', offset: '100' }))];
    expect(new Set(all.map((entry) => JSON.stringify(entry))).size).toBe(total);
    expect(await part({})).toEqual(all.slice(0, 20));
    expect(await part({ limit: '7', offset: '126' })).toEqual(all.slice(126));
    expect(await part({ limit: '1', offset: '2' })).toEqual(all.slice(2, 3));
    expect(await part({ offset: '130' })).toEqual([]);
    expect(await part({ offset: '100000' })).toEqual([]);
  });
});
