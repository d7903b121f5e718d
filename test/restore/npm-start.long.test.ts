import { existsSync } from 'node:fs';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forAllTests } from '../api/shared-service.ts';
import { mountSmallDisk } from '../faults/cluster/small-disk.ts';
import { eventually } from '../harness/eventually.ts';
import { until } from '../log/gather.ts';
import { prepareService } from '../replay/npm-start.ts';

const service = forAllTests(() => prepareService());

const run = (name: string, args: string) => service.run(name, args).ended;

function startLoad() {
  const atOnce = 20;
  let [acknowledged, over] = [0, false];
  const done = (async () => {
    while (!over) {
      const pings = Array.from({ length: atOnce }, (_, place) => ({ page_path: `/${acknowledged + place}` }));
      if ((await service.ping(pings)) === 202) acknowledged += atOnce;
      await sleep(10);
    }
  })();
  return {
    acknowledged: () => acknowledged,
    async stop() {
      over = true;
      await done;
    },
  };
}

const pageviews = async () => JSON.parse(await service.report('/overview?period=all')).data.pageviews;
const exported = () => service.report('/export/pageviews?period=all');
const same = { code: 0, out: expect.stringMatching(/Nothing differs\.\n$/) };

test('backups under load, killed and on a full disk; then the loss of the data folder, and a restore that is killed', async () => {
  const { DATA_DIR: data } = service.env;
  const backups = join(service.folder, 'backups');
  const unfinished = async () =>
    (await readdir(backups)).filter((name) => !existsSync(join(backups, name, 'manifest.json')));
  await service.start();
  expect(await run('bi-user', 'add grafana')).toMatchObject({ code: 0 });
  const load = startLoad();
  await until(() => load.acknowledged() >= 200);
  const first = await run('backup', `--to ${backups} --with-secrets`);
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining(': full, ') });

  const killed = service.run('backup', `--to ${backups}`);
  await until(async () => (await unfinished()).length > 0);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // The server may still be writing.
  await until(async () => (await run('backup', `--to ${backups}`)).code === 0);
  expect(await unfinished()).toEqual([]);

  const disk = mountSmallDisk(8);
  try {
    disk.fill();
    await truncate(join(disk.folder, 'filler'), 8 * 1024 ** 2 - 160 * 1024);
    const full = await run('backup', `--to ${disk.folder}/backups`);
    expect(full).toMatchObject({ code: 1, err: expect.stringMatching(/no space left/i) });
    expect(await readdir(join(disk.folder, 'backups'))).toEqual([]);
    disk.free();
    expect(await run('backup', `--to ${disk.folder}/backups`)).toMatchObject({ code: 0 });
  } finally {
    disk.remove();
  }

  const before = load.acknowledged();
  const last = await run('backup', `--to ${backups} --with-secrets`);
  expect(last).toMatchObject({ code: 0, out: expect.stringContaining(': adds to ') });
  await load.stop();
  await eventually(pageviews, load.acknowledged());
  const had = await exported();

  expect(await run('restore', `--from ${backups}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is running. Stop it'),
  });
  const rehearsal = await run('restore', `--from ${backups} --to-database rehearsal`);
  expect(rehearsal).toMatchObject(same);
  const [, counted = ''] = /reports of \S+ +([\d,]+) pageviews/.exec(rehearsal.out) ?? [];
  expect(Number(counted.replaceAll(',', ''))).toBeGreaterThanOrEqual(before);

  await service.stop();
  await rm(join(data, 'clickhouse'), { recursive: true });
  await rm(join(data, 'secrets.json'));
  const half = service.run('restore', `--from ${backups}`);
  const mark = join(data, 'clickhouse/data/metadata/tallyhouse/unfinished_restore.sql');
  await until(() => existsSync(mark));
  half.child.kill('SIGKILL');
  await half.ended;
  for (const file of ['secrets.json', 'clickhouse/bi-users.json'])
    expect(existsSync(join(data, file))).toBe(true);
  expect(await run('standalone', '')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has not ended: run tallyhouse restore again'),
  });
  expect(await run('restore', `--from ${backups}`)).toMatchObject(same);

  // With the service stopped, too.
  expect(await run('backup', `--to ${service.folder}/stopped`)).toMatchObject({ code: 0 });

  await service.start();
  await eventually(pageviews, load.acknowledged());
  expect(await exported()).toBe(had);

  // A refused restore leaves no file that the next start would apply.
  await service.stop();
  await rm(join(data, 'secrets.json'));
  expect(await run('restore', `--from ${backups}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  });
  expect(existsSync(join(data, 'secrets.json'))).toBe(false);
});
