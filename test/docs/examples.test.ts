import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { forAllTests, key } from '../api/query-service.ts';
import { report } from '../flow/visit.ts';
import { eventually } from '../harness/eventually.ts';
import { runStandalone } from '../operations/running-standalone.ts';

/** The programs in examples/, run as a reader would, against a running service. examples.long.test.ts has the one for DuckDB. */

const senders = [
  { program: 'sh', example: 'send.sh' },
  { program: process.execPath, example: 'send.mjs' },
  { program: 'python3', example: 'send.py' },
];

const service = forAllTests(() => runStandalone());
let printed: string[];
beforeAll(async () => {
  const runAll = () => Promise.all(senders.map(({ program, example }) => run(program, example)));
  printed = [...(await runAll()), ...(await runAll())];
});

/** The output of an example. @throws when it fails */
async function run(program: string, example: string, environment: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const ofService = { TALLYHOUSE_URL: service.queryUrl, TALLYHOUSE_INGEST: service.ingestUrl };
  const env = { PATH, API_KEY: key, ...ofService, ...environment };
  const { stdout } = await promisify(execFile)(program, [resolve('examples', example)], {
    cwd: service.folder,
    env,
  });
  return stdout;
}

test('each sender learns that both pings are durable, also when it sends them again', () => {
  const both = { accepted: 2, dropped: [] };
  expect(printed.map((text) => JSON.parse(text))).toEqual([...senders, ...senders].map(() => both));
});

test.each(senders)('$example fails with a wrong key', async ({ program, example }) => {
  await expect(run(program, example, { API_KEY: 'another-key-of-16-characters' })).rejects.toThrow('401');
});

test('the reports have one view from each of three visitors, and three purchases, and query.mjs prints the page', async () => {
  const at = { queryUrl: service.queryUrl, key };
  const ofHour = async () => ({
    events: await report(at, '/events?period=1h'),
    pages: await report(at, '/pages?period=1h'),
  });
  const revenue = [{ currency: 'EUR', amount: '207' }];
  const page = { page_path: '/pricing', page_title: 'Pricing', views: 3, unique_views: 3 };
  await eventually(ofHour, {
    events: [expect.objectContaining({ event: 'Purchase', events: 3, revenue })],
    pages: [expect.objectContaining(page)],
  });
  expect(await run(process.execPath, 'query.mjs')).toBe('3 views, read for 0 s: /pricing\n');
});
