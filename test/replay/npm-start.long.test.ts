import { join } from 'node:path';
import { createEmbeddedLog } from '@tallyhouse/log';
import { forAllTests } from '../api/shared-service.ts';
import { logger } from '../harness/quiet.ts';
import { until } from '../log/gather.ts';
import { prepareService } from './npm-start.ts';

/** `tallyhouse replay` and `tallyhouse import` while `npm start` runs. */

const service = forAllTests(() => prepareService());
beforeAll(() => service.start());

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
    const [, count] = /^([\d,]+) messages would be stored again\.\n$/.exec(dry.out) ?? [];
    expect(Number(count?.replace(',', ''))).toBeGreaterThanOrEqual(200);
    const out = `Stored ${count} messages again.\n`;
    expect(await run('replay', '--from 1h')).toEqual({ code: 0, out, err: '' });
    expect(await overview('again')).toEqual(before);
  });

  test('puts a dead letter back while the service runs', async () => {
    const place = { folder: join(service.env.DATA_DIR, 'log'), partitions: 1 };
    const log = createEmbeddedLog({
      ...place,
      retainMs: Number.POSITIVE_INFINITY,
      logger,
    });
    await log.writer().append([{ key: 'k', value: Buffer.from('nonsense') }]);
    await log.close();
    const listed = async () => (await run('replay', '--dead-letters --list')).out;
    await until(async () => (await listed()).endsWith('1 dead letter.\n'));
    const out = 'Put back 1 dead letter into the log.\n';
    expect(await run('replay', '--dead-letters')).toEqual({ code: 0, out, err: '' });
  });

  test('names the remedy when it cannot work, with exit code 1', async () => {
    const elsewhere = join(service.folder, 'elsewhere');
    const remedy = 'Set DATA_DIR to the folder of a service that tallyhouse start runs, or KAFKA_BROKERS.';
    expect(await run('replay', '--from 1h', { DATA_DIR: elsewhere })).toEqual({
      code: 1,
      out: '',
      err: `There is no log in ${elsewhere}/log. ${remedy}\n`,
    });
  });
});
