import { noSites } from '@tallyhouse/sites';
import { filterText } from '../../packages/dashboard/src/filters/filter.ts';
import { goalText } from '../../packages/dashboard/src/goal/goal.ts';
import { hoursAgo, seen } from './present.ts';
import { startQueryService } from './query-service.ts';
import { forAllTests } from './shared-service.ts';

/** Pages, each with another number of views, each view in its own session. Some look like the addresses of others. */
const pages = {
  plain: '/ /thanks /café /order /what? /what /c#-guide /c /%41 /A /a|b;c\\d /#/cart'.split(' '),
  kept: ['/order', '/order?step=3', '/#/pay?step=3'],
};
type Site = keyof typeof pages;
const sites: Site[] = ['plain', 'kept'];

/** Values, and the pages that they mean; page-path.test.ts of packages/ping has more of those that people write. */
const cases: [Site, string, string][] = [
  ['plain', 'https://shop.example/thanks/?utm_source=mail#top', '/thanks'],
  ['plain', '/caf%C3%A9/', '/café'],
  ['plain', '/order?step=3', '/order'],
  ['plain', '/what%3F', '/what?'],
  ['plain', 'https://shop.example/#/cart?secret', '/#/cart'],
  ['plain', 'https://shop.example/?a=1#/cart/', '/#/cart'],
  ['plain', 'https://shop.example/c#top', '/c'],
  ['kept', 'https://shop.example/?a=1&step=3#/pay', '/#/pay?step=3'],
  ['kept', '/order/?a=1&step=3#top', '/order?step=3'],
  ['kept', '/order?a=1', '/order'],
  // A value that `/pages` lists means itself.
  ...['/', '/what?', '/what', '/c#-guide', '/%41', '/a|b;c\\d'].map((page): [Site, string, string] => [
    'plain',
    page,
    page,
  ]),
  ['kept', '/order?step=3', '/order?step=3'],
];

const onPage = (
  dimension: 'page' | 'entry_page' | 'exit_page',
  value: string,
  operator: ':' | '!:' = ':',
) => ({
  dimension,
  operator,
  values: [value],
});
const goalOf = (value: string) => goalText([onPage('page', value)]);

const goals = Object.fromEntries(cases.map(([, value], index) => [`goal ${index}`, goalOf(value)]));
const listed = new Map(
  Object.entries({ plain: { goals }, kept: { goals, query_parameters: ['step', 'p'] } }),
);

const service = forAllTests(() => startQueryService({}, undefined, { ...noSites, sites: listed }));

const viewsOf = (site: Site, page: string) => pages[site].indexOf(page) + 1;
const allViews = (site: Site) => (pages[site].length * (pages[site].length + 1)) / 2;

beforeAll(() =>
  service.insert(
    sites.flatMap((site_id) =>
      pages[site_id].flatMap((page_path) =>
        Array.from({ length: viewsOf(site_id, page_path) }, (_, minutes) => {
          const view = seen(hoursAgo(2) + minutes * 60_000, { site_id, page_path });
          return [view, { ...view, event: 'Done', page_path }];
        }).flat(),
      ),
    ),
  ),
);

test.each(cases.map(([site, value, page], index) => ({ site, value, page, index })))(
  'on $site $value means $page: in filters, goals, funnels, the sites file and addresses',
  async ({ site: site_id, value, page, index }) => {
    const overview = async (parameters: Record<string, string>) =>
      Object(await service.data('/overview', { site_id, ...parameters }));
    const filter = filterText(onPage('page', value));
    const sessions = async (dimension: 'page' | 'entry_page' | 'exit_page', operator: ':' | '!:') =>
      (await overview({ filter: filterText(onPage(dimension, value, operator)) })).sessions;
    const conversions = async (goal: string) => (await overview({ goal })).goals[0].conversions;
    const asked = {
      page: sessions('page', ':'),
      entry: sessions('entry_page', ':'),
      exit: sessions('exit_page', ':'),
      others: sessions('page', '!:'),
      goal: conversions(goalOf(value)),
      named: conversions(`name:goal ${index}`),
      event: conversions(`event:Done;${goalOf(value)}`),
      funnel: service.rows('/funnel', { site_id, step: [goalOf(value), 'event:Done'] }),
      address: service.data(`/pages/${encodeURIComponent(value)}/engagement`, { site_id }),
      file: service.report('/export/pageviews', { site_id, filter }),
    };
    const answers = await Promise.all(Object.values(asked));
    const answered = Object.fromEntries(Object.keys(asked).map((name, index) => [name, answers[index]]));
    const views = viewsOf(site_id, page);
    expect({
      ...answered,
      funnel: Object(answered['funnel'])[1].entered,
      file: String(Object(answered['file']).body).trim().split('\n').length - 1,
    }).toMatchObject({
      ...{ page: views, entry: views, exit: views, others: allViews(site_id) - views },
      ...{ goal: views, named: views, event: views, funnel: views, file: views },
      address: { page_path: page, views },
    });
  },
);

test('an empty page is that of an event without one, and no page but the root is written without a path', async () => {
  const at = { site_id: 'plain' };
  expect(await service.data('/overview', { ...at, filter: 'page:' })).toMatchObject({ pageviews: 0 });
  expect(await service.data('/pages/%2Fnone%2F/engagement', at)).toMatchObject({
    page_path: '/none',
    views: 0,
  });
});
