import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key } from '../api/query-service.ts';
import { report } from '../flow/visit.ts';
import { eventually } from '../harness/eventually.ts';
import { type RunningStandalone, runStandalone } from '../operations/running-standalone.ts';
import { settle } from './page-clock.ts';
import { useStage } from './stage.ts';
import { trackerTag } from './test-site.ts';

/** Each setting of the sites file that a ping can show, through the tracker as pages embed it. */

interface More {
  /** Why the other views do not count. */
  dropped?: string;
  /** The hosts of the page, by default its address. */
  hosts?: string[];
  attributes?: string;
  /** Part of the head, before the tag. */
  link?: string;
  /** Run in the page, one after another, each once what was before is sent. */
  steps?: string[];
  /** What another report says, or an export. */
  shows?: [path: string, part: string];
}

const query_parameters = ['p', 'Größe', 'a[b]', '__proto__'];
const sessions = '/export/sessions?format=jsonl';
const push = (address: string) => `history.pushState(null, '', '${address}')`;

/** The setting, what the file says about the site, if it lists it; the paths visited, and those of the views that count. */
const cases: [setting: string, site: object | undefined, paths: string[], pages: string[], more: More][] = [
  ['accept: listed', undefined, ['/a'], [], { dropped: 'unknown_site' }],
  [
    'hosts',
    { hosts: ['WWW.shop.test:8080', 'bücher.test'] },
    ['/a'],
    ['/a', '/a'],
    { dropped: 'foreign_host', hosts: ['www.shop.test', 'xn--bcher-kva.test', 'shop.test'] },
  ],
  [
    'exclude.paths',
    { exclude: { paths: ['/admin/*'] }, query_parameters },
    ['/admin/', '/admin/a?p=1', '/b?p=1'],
    ['/b?p=1'],
    { dropped: 'excluded_path' },
  ],
  ['exclude.addresses', { exclude: { addresses: ['127.0.0.0/8'] } }, ['/a'], [], { dropped: 'excluded_ip' }],
  ['ip_storage: full', { ip_storage: 'full' }, ['/a'], ['/a'], { shows: [sessions, '"ip":"127.0.0.1"'] }],
  ['ip_storage: none', { ip_storage: 'none' }, ['/a'], ['/a'], { shows: [sessions, '"ip":""'] }],
  [
    'goals',
    { query_parameters, goals: { Second: 'page:/list?p=2' } },
    ['/list?p=1', '/list?x=1&p=2'],
    ['/list?p=1', '/list?p=2'],
    { shows: ['/sources?goal=name:Second', '"conversions":1'] },
  ],
  [
    'query_parameters, in their order and in any spelling',
    { query_parameters },
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
    'query_parameters, in a single-page app',
    { query_parameters },
    ['/app?p=1'],
    ['/app?p=1', '/app?p=1', '/app?p=2'],
    { steps: [push('?secret=1&p=1'), push('?p=2'), push('?p=2&x=1'), 'history.go(-3)'] },
  ],
  [
    'query_parameters, with data-hash and data-exclude',
    { query_parameters },
    ['/?p=1#/b?secret', '/c?p=1', '/?p=1#/d'],
    ['/#/b?p=1'],
    { attributes: 'data-hash data-exclude="/c, /#/d"' },
  ],
  [
    'query_parameters, with data-canonical and views of its own',
    { query_parameters },
    ['/red?p=1'],
    ['/own', '/own?p=2', '/shoes?p=1'],
    {
      attributes: 'data-canonical',
      link: '<link rel="canonical" href="https://shop.test/shoes?all">',
      steps: ["tallyhouse.view('/own')", "tallyhouse.view('/own?p=2&x=1')"],
    },
  ],
  ['query_parameters, of another site', {}, ['/a?p=secret'], ['/a'], {}],
];

const idOf = (setting: string) => `site-${cases.findIndex(([name]) => name === setting)}`;
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-sites-'));
const stage = useStage();
let service: RunningStandalone;
beforeAll(async () => {
  const SITES_FILE = join(folder, 'sites.json');
  const sites = Object.fromEntries(cases.map(([setting, site]) => [idOf(setting), site]));
  writeFileSync(SITES_FILE, JSON.stringify({ accept: 'listed', sites }));
  service = await runStandalone({ SITES_FILE });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

test.each(cases)('%s', async (setting, _site, paths, pages, more) => {
  const id = idOf(setting);
  const tag = trackerTag
    .replace('{ingest}', service.ingestUrl)
    .replace('{site}', id)
    .replace('data-local', `data-local ${more.attributes ?? ''}`);
  const { url } = await stage.site({ head: (more.link ?? '') + tag });
  const sent: string[] = [];
  stage.tabs.on('request', (request) => sent.push(request.postData() ?? ''));
  const hosts = more.hosts ?? ['127.0.0.1'];
  for (const address of hosts.flatMap((host) => paths.map((path) => url.replace('127.0.0.1', host) + path))) {
    const page = await stage.visit(address);
    for (const step of ['0', ...(more.steps ?? [])]) {
      await page.evaluate(step);
      await settle(page);
    }
    await page.close();
  }
  const of = (path: string) => `${path}${path.includes('?') ? '&' : '?'}site_id=${id}&period=1d`;
  if (more.dropped) {
    const reasons = [{ reason: more.dropped, pings: expect.any(Number) }];
    const pings = expect.objectContaining({ dropped_by_reason: reasons });
    await eventually(() => report({ ...service, key }, of('/pings')), pings);
  }
  const stored = async () => {
    const rows = await report({ ...service, key }, of('/pages'));
    return Array.isArray(rows) && rows.flatMap(({ page_path, views }) => Array(views).fill(page_path)).sort();
  };
  await eventually(stored, pages);
  if (more.shows) {
    const [path, part] = more.shows;
    const headers = { authorization: `Bearer ${key}` };
    const text = async () => (await fetch(`${service.queryUrl}/api/v1${of(path)}`, { headers })).text();
    await eventually(text, expect.stringContaining(part));
  }
  expect(sent.join()).not.toMatch(/secret/);
});
