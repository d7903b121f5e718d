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

interface Case {
  setting: string;
  /** Undefined: the file does not list the site. */
  site?: object;
  /** The hosts of the page, by default its address. */
  hosts?: string[];
  paths: string[];
  attributes?: string;
  /** What the head has before the tag. */
  link?: string;
  /** Run in the last page, one after another, each once what was before is sent. */
  steps?: string[];
  /** The paths of the views that count. */
  pages: string[];
  /** Why others do not. */
  dropped?: string;
  /** What another report says, or an export. */
  shows?: [name: string, parameters: string, part: string];
}

const query_parameters = ['p', 'Größe', 'a[b]', '__proto__'];
const go = (how: string, address: string) => `history.${how}(null, '', '${address}')`;

const cases: Case[] = [
  { setting: 'accept: listed', paths: ['/a'], pages: [], dropped: 'unknown_site' },
  {
    setting: 'hosts',
    site: { hosts: ['WWW.shop.test:8080', 'bücher.test'] },
    hosts: ['www.shop.test', 'xn--bcher-kva.test', 'shop.test'],
    paths: ['/a'],
    pages: ['/a', '/a'],
    dropped: 'foreign_host',
  },
  {
    setting: 'exclude.paths',
    site: { exclude: { paths: ['/admin/*'] }, query_parameters },
    paths: ['/admin/', '/admin/a?p=1', '/b?p=1'],
    pages: ['/b?p=1'],
    dropped: 'excluded_path',
  },
  {
    setting: 'exclude.addresses',
    site: { exclude: { addresses: ['127.0.0.0/8'] } },
    paths: ['/a'],
    pages: [],
    dropped: 'excluded_ip',
  },
  ...(['full', 'none'] as const).map((ip_storage) => ({
    setting: `ip_storage: ${ip_storage}`,
    site: { ip_storage },
    paths: ['/a'],
    pages: ['/a'],
    shows: [
      'export/sessions',
      '&format=jsonl',
      `"ip":"${ip_storage === 'full' ? '127.0.0.1' : ''}"`,
    ] as Case['shows'],
  })),
  {
    setting: 'goals',
    site: { query_parameters, goals: { Second: 'page:/list?p=2' } },
    paths: ['/list?p=1', '/list?x=1&p=2'],
    pages: ['/list?p=1', '/list?p=2'],
    shows: ['sources', '&goal=name:Second', '"conversions":1'],
  },
  {
    setting: 'query_parameters, in their order and in any spelling',
    site: { query_parameters },
    paths: [
      '/a?secret=1&%70=2#p=3',
      '/b?a%5Bb%5D=1+2&Gr%C3%B6%C3%9Fe=%26&p=&P=secret&pp=secret',
      '/c?p=1&__proto__=2&p=3',
      '/d?utm_source=paper&p=%F0%9F%98%80',
      '/e?secret',
    ],
    pages: [
      '/a?p=2',
      '/b?p=&Gr%C3%B6%C3%9Fe=%26&a%5Bb%5D=1+2',
      '/c?p=1&p=3&__proto__=2',
      '/d?p=%F0%9F%98%80',
      '/e',
    ],
  },
  {
    setting: 'query_parameters, in a single-page app',
    site: { query_parameters },
    paths: ['/app?p=1'],
    steps: [
      go('pushState', '?secret=1&p=1'),
      go('pushState', '?p=2'),
      go('replaceState', '?p=2&x=1'),
      'history.go(-2)',
    ],
    pages: ['/app?p=1', '/app?p=2', '/app?p=1'],
  },
  {
    setting: 'query_parameters, with data-hash and data-exclude',
    site: { query_parameters },
    attributes: 'data-hash data-exclude="/c, /#/d"',
    paths: ['/?p=1#/b?secret', '/c?p=1', '/?p=1#/d'],
    pages: ['/#/b?p=1'],
  },
  {
    setting: 'query_parameters, with data-canonical and a view of its own',
    site: { query_parameters },
    attributes: 'data-canonical',
    link: '<link rel="canonical" href="https://shop.test/shoes?all">',
    paths: ['/red?p=1'],
    steps: ["tallyhouse.view('/own')", "tallyhouse.view('/own?p=2&secret=1')"],
    pages: ['/shoes?p=1', '/own', '/own?p=2'],
  },
  {
    setting: 'query_parameters, of another site',
    site: {},
    paths: ['/a?p=1'],
    pages: ['/a'],
  },
];

const idOf = (one: Case) => `site-${cases.indexOf(one)}`;
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-sites-'));
const stage = useStage();
let service: RunningStandalone;
beforeAll(async () => {
  const SITES_FILE = join(folder, 'sites.json');
  const sites = Object.fromEntries(cases.flatMap((one) => (one.site ? [[idOf(one), one.site]] : [])));
  writeFileSync(SITES_FILE, JSON.stringify({ accept: 'listed', sites }));
  service = await runStandalone({ SITES_FILE });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

test.each(cases)('$setting', async (one) => {
  const { hosts = ['127.0.0.1'], paths, attributes = '', link = '', steps = [], pages, dropped, shows } = one;
  const id = idOf(one);
  const tag = trackerTag
    .replace('{ingest}', service.ingestUrl)
    .replace('{site}', id)
    .replace('data-local', `data-local ${attributes}`);
  const { url } = await stage.site({ head: link + tag });
  const sent: string[] = [];
  stage.tabs.on('request', (request) => sent.push(request.postData() ?? ''));
  for (const host of hosts) {
    for (const path of paths) {
      const page = await stage.visit(url.replace('127.0.0.1', host) + path);
      await settle(page);
      for (const step of steps) {
        await page.evaluate(step);
        await settle(page);
      }
      await page.close();
    }
  }
  const about = `site_id=${id}&period=1d`;
  const of = (name: string) => report({ ...service, key }, `/${name}?${about}`);
  if (dropped) {
    await eventually(
      () => of('pings'),
      expect.objectContaining({ dropped_by_reason: [{ reason: dropped, pings: expect.any(Number) }] }),
    );
  }
  const stored = async () => {
    const rows = await of('pages');
    return Array.isArray(rows)
      ? rows.flatMap(({ page_path, views }) => Array(views).fill(page_path)).sort()
      : rows;
  };
  await eventually(stored, pages.toSorted());
  if (shows) {
    const [name, parameters, part] = shows;
    const headers = { authorization: `Bearer ${key}` };
    const address = `${service.queryUrl}/api/v1/${name}?${about}${parameters}`;
    await eventually(async () => (await fetch(address, { headers })).text(), expect.stringContaining(part));
  }
  const withoutOwn = sent.filter((ping) => !ping.includes('"page_path":"/own?')).join();
  expect(withoutOwn).not.toMatch(/secret/);
});
