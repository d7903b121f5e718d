import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forAllTests, key } from '../api/query-service.ts';
import { mountSmallDisk } from '../faults/cluster/small-disk.ts';
import { browsers } from '../import/access-log.ts';
import { prepareService } from '../replay/npm-start.ts';

const mebibyte = 1024 * 1024;
const floor = 100;
const disk = forAllTests(() => mountSmallDisk(300));
const service = forAllTests(() => prepareService({ DATA_DIR: disk.folder, DISK_FLOOR_MB: `${floor}` }));
beforeAll(() => service.start());

/** Filling the disk takes longer than a connection is kept alive. */
const once = { connection: 'close' };
const withKey = { ...once, authorization: `Bearer ${key}` };

async function ping(path: string, headers: Record<string, string> = once) {
  const response = await fetch(`${service.ingestUrl}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': browsers.firefox, ...headers },
    body: JSON.stringify({ page_path: path }),
  });
  return { status: response.status, text: await response.text() };
}

const pageviews = async () =>
  Number(/"pageviews":(\d+)/.exec(await service.report('/overview?period=1h'))?.[1]);

const ready = async () => (await fetch(`${service.ingestUrl}/readyz`, { headers: once })).status;

test('on a nearly full disk only pings with the key are accepted, and acknowledged ones stay', async () => {
  expect(await ping('/before')).toMatchObject({ status: 202 });

  const { bavail, bsize } = statfsSync(disk.folder);
  const filler = join(disk.folder, 'filler');
  writeFileSync(filler, Buffer.alloc(bavail * bsize - (floor - 30) * mebibyte));
  while ((await ready()) === 200) await sleep(50);
  expect(await ping('/stranger')).toEqual({
    status: 503,
    text: '{"error":{"code":"unavailable","message":"The server\'s disk is nearly full: only pings with the key are accepted."}}',
  });
  expect(await ping('/known', withKey)).toMatchObject({ status: 202 });
  const readiness: unknown = await (await fetch(`${service.ingestUrl}/readyz`, { headers: once })).json();
  expect(readiness).toEqual({
    status: 'unavailable',
    checks: {
      log: 'ok',
      disk: expect.stringMatching(/^\d+ MiB of disk space are free; DISK_FLOOR_MB is 100$/),
    },
  });
  const metrics = await (await fetch(`${service.ingestUrl}/metrics`, { headers: withKey })).text();
  const free = Number(/^tallyhouse_ingest_disk_free_bytes (\d+)$/m.exec(metrics)?.[1]);
  expect([free > 0, free < floor * mebibyte]).toEqual([true, true]);
  expect(metrics).toContain(`tallyhouse_ingest_disk_floor_bytes ${floor * mebibyte}`);

  disk.free();
  while ((await ready()) !== 200) await sleep(50);
  expect(await ping('/after')).toMatchObject({ status: 202 });
  while ((await pageviews()) < 3) await sleep(50);
  expect(await pageviews()).toBe(3);
});
