import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forAllTests } from '../api/shared-service.ts';
import { startProxy } from '../faults/cluster/proxy.ts';
import { mountSmallDisk } from '../faults/cluster/small-disk.ts';
import { filesIn, manifestOf, ofBlog, rowsOfLake, rowsOfViews, runExport, startLake } from './lake.ts';

const place = forAllTests(() =>
  startLake([...ofBlog, { site_id: 'small', pinged_at: Date.parse('2026-11-04T10:00:00Z') }]),
);

test('a run that is killed is gone on with, on the same days of the same site', async () => {
  const { env, db, bi } = place;
  const killed = join(place.folder, 'killed');
  const args = `--to ${killed} --site blog --from 2026-11-03 --to 2026-11-04`;
  const proxy = await startProxy(new URL(env.CLICKHOUSE_URL));
  const child = spawn(process.execPath, ['dist/export.js', ...args.split(' ')], {
    env: { PATH: process.env['PATH'], ...env, CLICKHOUSE_URL: proxy.url },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const manifest = join(killed, 'manifest.jsonl');
  const finished = () =>
    existsSync(manifest) ? readFileSync(manifest, 'utf8').split('"sha256"').length - 1 : 0;
  // After the first file, ClickHouse no longer responds: the command cannot finish before it is killed.
  proxy.rules.toServer = () => (finished() === 0 ? 'pass' : new Promise(() => {}));
  while (finished() === 0 && child.exitCode === null) await sleep(5);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await proxy.close();
  const had = finished();
  const rows = await rowsOfViews(db.reader, bi.names.bi, ['pageviews', 'sessions', 'events', 'visitors']);
  const all = new Map([...rows].filter(([path]) => /site=blog\/date=2026-11-0[34]/.test(path)));
  expect(had).toBeLessThan(all.size);
  // As an interrupted write leaves it.
  appendFileSync(manifest, '{"view":"pageviews","site":"blog","da');

  expect(await runExport(args, env)).toMatch(
    new RegExp(`^${all.size - had} files written .* ${had} files? there already`),
  );
  expect(await rowsOfLake(killed)).toEqual(all);
  expect(new Set(manifestOf(killed).keys())).toEqual(new Set(all.keys()));
});

test('a full disk ends a run, and it is gone on with once there is room', async () => {
  const disk = mountSmallDisk(1);
  try {
    const lake = join(disk.folder, 'lake');
    const run = () => runExport(`--to ${lake} --site small`, place.env);
    // Room for the manifest and the first of three files.
    appendFileSync(join(disk.folder, 'filler'), Buffer.alloc(1024 ** 2 - 28 * 1024));
    expect(await run()).toContain(`The disk of ${lake} is full. What was written stays`);
    disk.free();
    expect(await run()).toMatch(/^[12] files? written .* [12] files? there already/);
    expect(filesIn(lake)).toEqual([
      'manifest.jsonl',
      ...['pageviews', 'sessions', 'visitors'].map(
        (view) => `${view}/site=small/date=2026-11-04/part-0.parquet`,
      ),
    ]);
  } finally {
    disk.remove();
  }
});
