import { forAllTests, key } from '../api/query-service.ts';
import { filesOf } from '../api/service-files.ts';
import { report } from '../flow/visit.ts';
import { eventually } from '../harness/eventually.ts';
import { runStandalone } from '../operations/running-standalone.ts';
import { settle } from './page-clock.ts';
import { useStage } from './stage.ts';
import { trackerTag } from './test-site.ts';

/** The query parameters that the sites file keeps, through the tracker as pages embed it: it sends no others. */

interface More {
  attributes?: string;
  /** Part of the head, before the tag. */
  link?: string;
  /** Run in the page, one after another, each once what was before is sent. */
  steps?: string[];
}

const query_parameters = ['p', 'Größe', 'a[b]', '__proto__'];
const push = (address: string) => `history.pushState(null, '', '${address}')`;

/** The paths visited, and those of the views. */
const cases: [what: string, paths: string[], pages: string[], more: More][] = [
  [
    'in their order and in any spelling',
    [
      '/a?secret=1&%70=2#p=3',
      '/b?a%5Bb%5D=1+2&Gr%C3%B6%C3%9Fe=%26&p=&P=secret',
      '/c?p=1&__proto__=2&p=%F0%9F%98%80',
      '/d?secret',
    ],
    ['/a?p=2', '/b?p=&Gr%C3%B6%C3%9Fe=%26&a%5Bb%5D=1+2', '/c?p=1&p=%F0%9F%98%80&__proto__=2', '/d'],
    {},
  ],
  [
    'in a single-page app',
    ['/app?p=1'],
    ['/app?p=1', '/app?p=1', '/app?p=2'],
    { steps: [push('?secret=1&p=1'), push('?p=2'), push('?p=2&x=1'), 'history.go(-3)'] },
  ],
  [
    'with data-hash and data-exclude',
    ['/?p=1#/b?secret', '/c?p=1', '/?p=1#/d'],
    ['/#/b?p=1'],
    { attributes: 'data-hash data-exclude="/c, /#/d"' },
  ],
  [
    'with data-canonical and views of its own',
    ['/red?p=1'],
    ['/own', '/own?p=2', '/shoes?p=1'],
    {
      attributes: 'data-canonical',
      link: '<link rel="canonical" href="https://shop.test/shoes?all">',
      steps: ["tallyhouse.view('/own')", "tallyhouse.view('/own?p=2&x=1')"],
    },
  ],
  ['of another site', ['/a?p=secret'], ['/a'], {}],
];

const idOf = (what: string) => `site-${cases.findIndex(([name]) => name === what)}`;
const sites = cases.slice(0, -1).map(([what]) => [idOf(what), { query_parameters }]);
const files = filesOf({ SITES_FILE: { sites: Object.fromEntries(sites) } });
const stage = useStage();
const service = forAllTests(() => runStandalone(files.env));

test.each(cases)('query parameters %s', async (what, paths, pages, more) => {
  const id = idOf(what);
  const tag = trackerTag
    .replace('{ingest}', service.ingestUrl)
    .replace('{site}', id)
    .replace('data-local', `data-local ${more.attributes ?? ''}`);
  const { url } = await stage.site({ head: (more.link ?? '') + tag });
  const sent: string[] = [];
  stage.tabs.on('request', (request) => sent.push(request.postData() ?? ''));
  for (const path of paths) {
    const page = await stage.visit(url + path);
    for (const step of ['0', ...(more.steps ?? [])]) {
      await page.evaluate(step);
      await settle(page);
    }
    await page.close();
  }
  const stored = async () => {
    const rows = await report({ queryUrl: service.queryUrl, key }, `/pages?site_id=${id}&period=1d`);
    return Array.isArray(rows) && rows.flatMap(({ page_path, views }) => Array(views).fill(page_path)).sort();
  };
  await eventually(stored, pages);
  expect(sent.join()).not.toMatch(/secret/);
});
