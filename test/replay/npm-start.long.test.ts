import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbeddedLog } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';
import { browsers, combinedLine } from '../import/access-log.ts';
import { until } from '../log/gather.ts';
import { type Ended, prepareService, type Service } from './npm-start.ts';

/** `tallyhouse replay` and `tallyhouse import` beside `npm start`. */

let service: Service;
beforeAll(async () => {
  service = await prepareService();
  await service.start();
});
afterAll(() => service.remove());

const run = (name: string, args: string, more?: Record<string, string>) =>
  service.run(name, args, more).ended;
const overview = async (site: string) =>
  JSON.parse(await service.report(`/overview?site_id=${site}&period=all`)).data;

describe('replay', () => {
  test('reads the log of the running service again, and its reports stay as they are', async () => {
    const pings = Array.from({ length: 200 }, (_, place) => ({ page_path: `/${place}`, site_id: 'again' }));
    expect(await service.ping(pings)).toBe(202);
    await until(async () => (await overview('again')).pageviews === 200);
    const before = await overview('again');
    const dry = await run('replay', '--from 1h --dry-run');
    const [, count] = /^(\d+) messages would be stored again\.\n$/.exec(dry.out) ?? [];
    expect(Number(count)).toBeGreaterThanOrEqual(200);
    const out = `${count} messages were stored again.\n`;
    expect(await run('replay', '--from 1h')).toEqual({ code: 0, out, err: '' });
    expect(await overview('again')).toEqual(before);
  });

  test('puts a dead letter back while the service runs', async () => {
    const place = { folder: join(service.env.DATA_DIR, 'log'), partitions: 1 };
    const log = createEmbeddedLog({
      ...place,
      retainMs: Number.POSITIVE_INFINITY,
      logger: createLogger('test', 'silent'),
    });
    await log.writer().append([{ key: 'k', value: Buffer.from('nonsense') }]);
    await log.close();
    const listed = async () => (await run('replay', '--dead-letters --list')).out;
    await until(async () => (await listed()).endsWith('1 dead letters.\n'));
    const out = '1 dead letters were put back into the log.\n';
    expect(await run('replay', '--dead-letters')).toEqual({ code: 0, out, err: '' });
  });

  test('names the remedy when it cannot work, with exit code 1, and 2 for wrong arguments', async () => {
    const port = `${await freePort()}`;
    expect(await run('replay', '--from 1h', { CLICKHOUSE_HTTP_PORT: port })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^ClickHouse does not respond at 127\.0\.0\.1:\d+ \(.*\)\. Start the service with tallyhouse start, /,
      ),
    });
    const elsewhere = join(service.folder, 'elsewhere');
    const remedy = 'Set DATA_DIR to the folder of a service that tallyhouse start runs, or KAFKA_BROKERS.';
    expect(await run('replay', '--from 1h', { DATA_DIR: elsewhere })).toEqual({
      code: 1,
      out: '',
      err: `There is no log in ${elsewhere}/log. ${remedy}\n`,
    });
    const err = expect.stringMatching(/^--from yesterday: /);
    expect(await run('replay', '--from yesterday')).toMatchObject({ code: 2, err });
  });
});

describe('import', () => {
  const hit = { at: Date.UTC(2026, 2, 10, 12), address: '192.0.2.1', userAgent: browsers.firefox, path: '/' };

  test('goes on where it was killed, and stores each page view once', async () => {
    const [count, everyMs, visitors] = [120_000, 12_000, 50];
    // Each visitor views a page every ten minutes: their sessions last a day, however often the import is killed.
    const lines = Array.from({ length: count }, (_, index) => {
      const [at, address] = [hit.at + index * everyMs, `198.51.100.${index % visitors}`];
      return combinedLine({ ...hit, at, address, path: `/page/${index % 7}` });
    });
    const file = join(service.folder, 'long.log');
    await writeFile(file, `${lines.join('\n')}\n`);
    const args = `--from combined --site killed ${file}`;
    const { child, ended } = service.run('import', args);
    // Without longer pauses, in which a slow machine might come to the end of it.
    while ((await overview('killed')).pageviews === 0) await sleep(10);
    child.kill('SIGKILL');
    expect((await ended).code).toBe('SIGKILL');
    const again = await run('import', args);
    expect(again.err).toBe('');
    expect(again.out).toMatch(
      /^Going on where the last import stopped: .*long\.log, [\d,]+ lines are done\.\n/,
    );
    expect(again.out).toContain('  120,000  lines read\n  120,000  page views\n');
    expect(again.out).toContain('  page views       120,000       120,000\n');
    const sessions = Math.ceil((count * everyMs) / 86_400_000) * visitors;
    const totals = { pageviews: count, sessions, unique_visitors: visitors };
    expect(await overview('killed')).toMatchObject(totals);
  });

  test('waits for its input, keeps a second one out meanwhile, and stores what it gets', async () => {
    const args = '--from combined --site busy';
    const { child, ended } = service.run('import', `${args} -`);
    const folder = join(service.env.DATA_DIR, 'import/busy');
    await until(() => stat(folder).then(Boolean, () => false));
    const file = join(service.folder, 'one.log');
    await writeFile(file, `${combinedLine(hit)}\n`);
    let second: Ended | undefined;
    await until(async () => {
      second = await run('import', `${args} ${file}`);
      return second.code === 1;
    });
    expect(second?.err).toBe(
      `Another import for the site busy is running (process ${child.pid}). Wait for its end, or end it.\n`,
    );
    child.stdin.end(`${combinedLine(hit)}\n`);
    expect(await ended).toMatchObject({ code: 0, err: '' });
    expect(await overview('busy')).toMatchObject({ pageviews: 1, sessions: 1, unique_visitors: 1 });
  });
});

// After all the above: read again, put back, killed and refused.
test('tallyhouse verify finds nothing that differs', async () => {
  const { out, err } = await run('verify', '');
  expect(err).toBe('');
  expect(out).toContain('\nNothing differs.\n');
});
