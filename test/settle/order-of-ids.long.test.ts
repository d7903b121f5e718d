import { forAllTests, startQueryService, visit } from '../api/query-service.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from './settle-days.ts';

const service = forAllTests(() => startQueryService(unhurried));

const date = '2026-11-18';
const at = Date.parse(`${date}T08:00:00Z`);

/** Ids in the order of their texts, which differs from ClickHouse's order of UUIDs. */
const pairs = {
  counter: ['019a95f9-3a00-7001-8fff-000000000000', '019a95f9-3a00-7002-8000-000000000000'],
  'second half': ['019a95f9-3a00-7001-8fff-ffffffffffff', '019a95f9-3a00-7001-9000-000000000000'],
  'time in it': ['019a95f9-3a00-7fff-bfff-ffffffffffff', '019a95f9-3a01-7000-8000-000000000000'],
  'letters and digits': ['019a95f9-3a00-79ff-a000-000000000001', '019a95f9-3a00-7a00-9000-000000000000'],
} as const;
const names = Object.keys(pairs) as (keyof typeof pairs)[];
/** Each pair arrives in the wrong order, except one: the order of arrival must not matter. */
const sites = [
  ...names.map((name) => ({ name, inOrder: false, site_id: name.replaceAll(' ', '-') })),
  { name: 'counter', inOrder: true, site_id: 'arrived-in-order' } as const,
];

async function answers(site_id: string) {
  const get = async (path: string, parameters: Record<string, string | string[]> = {}) => {
    const { status, body } = await service.report(path, { site_id, period: '7d', ...parameters });
    expect({ path, status, body }).toMatchObject({ status: 200 });
    return Object(body).data;
  };
  const page = async (path: string) => {
    const { entries, exits, next_pages } = await get(`/pages/${encodeURIComponent(path)}/engagement`);
    return { entries, exits, next: next_pages.map((next: { page_path: string }) => next.page_path) };
  };
  const value = async (dimension: string) => (await get('/breakdown', { dimension }))[0].value;
  const reached = async (...step: string[]) => (await get('/funnel', { step }))[1].entered;
  return {
    journeys: (await get('/journeys'))[0].path,
    entry: await value('entry_page'),
    exit: await value('exit_page'),
    exitOfFilter: (await get('/overview', { filter: 'exit_page:/second' })).sessions,
    entryOfFilter: (await get('/overview', { filter: 'entry_page:/first' })).sessions,
    exitOfEvent: (await get('/events', { filter: 'exit_page:/second' })).length,
    first: await page('/first'),
    second: await page('/second'),
    onwards: await reached('page:/first', 'page:/second', 'event:Done'),
    backwards: await reached('page:/second', 'page:/first'),
    eventFirst: await reached('event:Done', 'page:/first'),
  };
}

const inOrder = {
  journeys: [{ page: '/first' }, { page: '/second' }, { event: 'Done' }],
  entry: '/first',
  exit: '/second',
  exitOfFilter: 1,
  entryOfFilter: 1,
  exitOfEvent: 1,
  first: { entries: 1, exits: 0, next: ['/second'] },
  second: { entries: 0, exits: 1, next: [] },
  onwards: 1,
  backwards: 0,
  eventFirst: 0,
};

test('pageviews of one millisecond are in the order of the text of their ids, on live days and on settled ones', async () => {
  for (const { name, inOrder, site_id } of sites) {
    const ids = { site_id, pinged_at: at, ...visit(at) };
    const [first, second] = pairs[name].map((pageview_id, index) => ({
      ...ids,
      pageview_id,
      page_path: ['/first', '/second'][index] ?? '',
    }));
    const views = inOrder ? [first, second] : [second, first];
    for (const view of views) await service.insert([{ ...ids, ...view }]);
    await service.insert([{ ...ids, event: 'Done' }]);
  }
  const all = async () => Object.fromEntries(await Promise.all(sites.map(answersOf)));
  const answersOf = async ({ site_id }: (typeof sites)[number]) => [site_id, await answers(site_id)] as const;
  const expected = Object.fromEntries(sites.map(({ site_id }) => [site_id, inOrder]));
  expect(await all()).toEqual(expected);
  await settleDays(service.database.client, [date]);
  expect(await all()).toEqual(expected);
});
