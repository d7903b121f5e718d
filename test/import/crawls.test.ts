import { createHash } from 'node:crypto';
import fs, { appendFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readTask } from '@tallyhouse/import';
import { LogUnavailableError } from '@tallyhouse/log';
import { crawlColumns } from '@tallyhouse/ping';
import { stateName } from '../../packages/backup/src/import-states.ts';
import { forAllTests } from '../api/shared-service.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { browsers, combinedLine, crawler, type Hit } from './access-log.ts';
import { type Others, startImports } from './imports.ts';

/** Requests of crawlers and persons in logs, imported and followed. Each test has its own site. */

const place = forAllTests(startImports);
const file = (name: string, content: string | Buffer) => place.file(name, content);

const noon = Date.UTC(2026, 2, 10, 12);
const ann = { address: '192.0.2.1', userAgent: browsers.firefox };
const google: Pick<Hit, 'address' | 'userAgent'> = { address: '66.249.66.1', userAgent: crawler };
const hit = (path: string, by = google): Hit => ({ ...by, at: noon, path });
const textOf = (hits: readonly Hit[]) => hits.map((one) => `${combinedLine(one)}\n`).join('');

/** @returns what it printed, once all of it is stored */
async function run(args: readonly string[], others: Others = {}) {
  const { out, err } = await place.run(['--from', 'combined', ...args], others);
  expect(err).toBe('');
  await place.flow.caughtUp();
  return out;
}

const rowsOf = (site: string, columns: string, table = 'crawls') =>
  place.flow.rows(`select ${columns} from ${table} final where site_id = '${site}' order by all`);
const pathsOf = async (site: string): Promise<string[]> =>
  (await rowsOf(site, 'page_path')).map((row) => Object(row).page_path);

test('a log imported twice, and in two parts, counts each line once; equal lines of one second count each', async () => {
  const hits = [
    hit('/a'),
    hit('/a'),
    { ...hit('/gone'), status: 404 },
    { ...hit('/moved'), status: 301 },
    hit('/a.css'),
    hit('/a?x=1', ann),
    { ...hit('/form', ann), status: 500 },
  ];
  const path = await file('twice.log', textOf(hits));
  expect(await run(['--site', 'twice', path])).toContain('3  requests of crawlers\n  2  requests of persons');
  const stored = () =>
    rowsOf('twice', 'class, seen_by, page_path, status, name, purpose, verified, browser, ip');
  const rows = await stored();
  const common = { seen_by: 'log', status: 200 };
  const bot = { class: 'crawler', name: 'Googlebot', purpose: 'search', verified: true };
  const ofGoogle = { ...common, ...bot, browser: '', ip: '66.249.66.1' };
  const nobody = { class: 'person', name: '', purpose: '', verified: null };
  const ofAnn = { ...common, ...nobody, browser: 'Firefox', ip: '' };
  expect(rows).toEqual([
    { ...ofGoogle, page_path: '/a' },
    { ...ofGoogle, page_path: '/a' },
    { ...ofGoogle, page_path: '/gone', status: 404 },
    { ...ofAnn, page_path: '/a' },
    { ...ofAnn, page_path: '/form', status: 500 },
  ]);
  await run(['--site', 'twice', path]);
  const packed = gzipSync(textOf(hits.slice(2)).replaceAll('\n', '\r\n'));
  await run(['--site', 'twice', await file('part.log.gz', packed)]);
  expect(await stored()).toEqual(rows);
  // Neither the crawler's requests nor the person's 500 are pings.
  const pings = await rowsOf('twice', 'page_path, drop_reason', 'pings');
  expect(pings).toEqual([{ page_path: '/a', drop_reason: '' }]);
  // Each of the log's five requests of pages is in one class.
  const [coverage] = await place.flow.ask(['/api/v1/coverage?site_id=twice&start=2026-03-10&end=2026-03-10']);
  expect(coverage).toContain('{"requests":5,"person_seen":1,"person_unseen":0,"crawler":3,"error":1}');
});

test('--no-pageviews stores requests alone; a pageview and its request have one hash', async () => {
  const path = await file('hash.log', textOf([hit('/a/b/?q=1', ann)]));
  await run(['--site', 'hash', '--no-pageviews', path]);
  expect(await rowsOf('hash', 'page_path', 'pings')).toEqual([]);
  await run(['--site', 'hash', path]);
  const [request] = await rowsOf('hash', 'view_hash');
  expect(Object(request).view_hash).toBeGreaterThan(0);
  expect(await rowsOf('hash', 'view_hash', 'pageviews')).toEqual([request]);
});

test('a name of 10 kB is cut, and a line of the future is named and left out', async () => {
  const long = hit('/long', { address: '192.0.2.9', userAgent: `${'x'.repeat(10_000)}bot/1.0` });
  const future = { ...hit('/future'), at: Date.now() + 86_400_000 };
  const out = await run(['--site', 'odd', await file('odd.log', textOf([long, future]))]);
  expect(out).toContain('odd.log, line 2: timestamp must lie between 10 years ago and 10 minutes ahead');
  expect(await rowsOf('odd', 'page_path, length(name) as name, length(user_agent) as agent')).toEqual([
    { page_path: '/long', name: 100, agent: 512 },
  ]);
});

/** The folder in which 0.2 remembered a followed file. */
const earlierState = (site: string, path: string) =>
  `${site}~${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;

/** Follows a file until `stop`. */
function follow(
  site: string,
  path: string,
  append = place.flow.append,
  port = 0,
  kept = ['--no-pageviews'],
  clock = Date.now,
) {
  const ending = new AbortController();
  const args = ['--site', site, ...kept, '--metrics-port', `${port}`, '--follow', path];
  const ended = run(args, { signal: ending.signal, append, clock });
  const stop = () => {
    ending.abort();
    return ended;
  };
  return { stop };
}

test('a followed log is read while it is written, renamed, truncated and gone, and over a restart, each line once', async () => {
  const path = join(place.folder, 'follow.log');
  const reads = (...paths: string[]) => eventually(() => pathsOf('follow'), paths.sort());
  // The command waits for the file.
  let following = follow('follow', path);
  await appendFile(path, textOf([hit('/1'), hit('/1')]));
  await reads('/1', '/1');
  // It waits for the rest of the line.
  const line = textOf([hit('/2')]);
  await appendFile(path, line.slice(0, 50));
  await appendFile(path, line.slice(50));
  await reads('/1', '/1', '/2');
  await rename(path, `${path}.1`);
  await appendFile(`${path}.1`, textOf([hit('/3')]));
  await appendFile(path, textOf([hit('/4')]));
  await reads('/1', '/1', '/2', '/3', '/4');
  expect(await following.stop()).toContain('5  requests of crawlers');
  const folder = earlierState('follow', path);
  expect(folder).toMatch(stateName);
  await rename(join(place.folder, 'import', 'follow'), join(place.folder, 'import', folder));
  // Between two reads: more lines, one equal to an earlier one, and a rotation.
  await appendFile(path, textOf([hit('/4'), hit('/5')]));
  await rename(path, `${path}.2`);
  await appendFile(path, textOf([hit('/6')]));
  following = follow('follow', path);
  await reads('/1', '/1', '/2', '/3', '/4', '/4', '/5', '/6');
  await fs.truncate(path);
  await appendFile(path, textOf([hit('/7')]));
  await reads('/1', '/1', '/2', '/3', '/4', '/4', '/5', '/6', '/7');
  // Truncated, and longer than it was before anybody looked.
  await writeFile(path, textOf([hit('/t'), hit('/t')]));
  await reads('/1', '/1', '/2', '/3', '/4', '/4', '/5', '/6', '/7', '/t', '/t');
  await fs.rm(path);
  await appendFile(path, textOf([hit('/8')]));
  await reads('/1', '/1', '/2', '/3', '/4', '/4', '/5', '/6', '/7', '/8', '/t', '/t');
  await following.stop();
  // The file vanishes between two reads: the command says so, and reads its successor.
  await rename(await file('new.log', textOf([hit('/9')])), path);
  following = follow('follow', path);
  await eventually(async () => (await pathsOf('follow')).includes('/9'), true);
  expect(await following.stop()).toContain(`gone from the folder of ${path}: its rest is not read.`);
  // An import of the same lines adds nothing.
  await run(['--site', 'follow', '--no-pageviews', `${path}.1`, `${path}.2`]);
  expect(await pathsOf('follow')).toHaveLength(13);
});

test('a follow ends where it cannot read what 0.2 remembered: its lines would count twice', async () => {
  const path = await file('owned.log', textOf([hit('/1')]));
  const state = join(place.folder, 'import', earlierState('owned', path));
  await fs.mkdir(dirname(state), { recursive: true });
  // Not even the superuser can follow a link to itself.
  await symlink(state, state);
  const args = ['--from', 'combined', '--site', 'owned', '--follow', path];
  const { err } = await place.run(args, { signal: AbortSignal.abort() });
  expect(err).toContain(`ELOOP: too many symbolic links encountered, stat '${join(state, 'state.mdb')}'`);
});

test('page views of one visit in several files have one session, whether they are followed, imported or both', async () => {
  const older = await file('visit.log.1', textOf([hit('/a', ann)]));
  const newer = await file('visit.log', textOf([{ ...hit('/b', ann), at: noon + 600_000 }]));
  const followed = (site: string, path: string) => follow(site, path, place.flow.append, 0, []);
  const reads = (site: string, ...paths: string[]) => eventually(() => pathsOf(site), paths);
  const ways: Record<string, (site: string) => Promise<unknown>> = {
    'import-first': async (site) => {
      await run(['--site', site, older, newer]);
      const following = followed(site, newer);
      await appendFile(newer, textOf([{ ...hit('/c', ann), at: noon + 1_200_000 }]));
      await reads(site, '/a', '/b', '/c');
      await following.stop();
    },
    'follow-first': async (site) => {
      const following = followed(site, newer);
      await reads(site, '/b', '/c');
      await run(['--site', site, older, newer]);
      await following.stop();
    },
    'both-followed': async (site) => {
      const following = [followed(site, older), followed(site, newer)];
      await reads(site, '/a', '/b', '/c');
      await Promise.all(following.map(({ stop }) => stop()));
    },
  };
  for (const [site, read] of Object.entries(ways)) {
    await read(site);
    const pageviews = await rowsOf(site, 'page_path, session_id', 'pageviews');
    expect(pageviews.map((row) => Object(row).page_path)).toEqual(['/a', '/b', '/c']);
    expect(new Set(pageviews.map((row) => Object(row).session_id)).size).toBe(1);
  }
});

test('a followed log that is rewritten, followed or not, counts each line once', async () => {
  const later = (path: string): Hit => ({ ...hit(path), at: noon + 1000 });
  const path = await file('rewritten.log', textOf([hit('/1'), later('/2')]));
  const reads = (...paths: string[]) => eventually(() => pathsOf('rewritten'), paths);
  let following = follow('rewritten', path);
  await reads('/1', '/2');
  // As an editor does it: another file with the same lines takes its place.
  await rename(await file('edited.log', textOf([hit('/1'), later('/2'), later('/3')])), path);
  await reads('/1', '/2', '/3');
  await writeFile(path, textOf([hit('/1'), later('/4')]));
  await reads('/1', '/2', '/3', '/4');
  await following.stop();
  await writeFile(path, textOf([later('/5'), later('/6'), later('/7')]));
  following = follow('rewritten', path);
  await reads('/1', '/2', '/3', '/4', '/5', '/6', '/7');
  expect(await following.stop()).toContain('was truncated. Starting over.');
  await run(['--site', 'rewritten', '--no-pageviews', path]);
  expect(await pathsOf('rewritten')).toHaveLength(7);
});

test('a restart reads logs that came and went meanwhile, and none of another name that has the inode of one', async () => {
  const path = await file('gap.log', textOf([hit('/1')]));
  const reads = (...paths: string[]) => eventually(() => pathsOf('gap'), paths);
  let following = follow('gap', path);
  await reads('/1');
  await following.stop();
  await appendFile(path, textOf([hit('/2')]));
  await rename(path, `${path}.2`);
  await file('gap.log.1', textOf([hit('/3')]));
  await file('gap.log.3.gz', gzipSync(textOf([hit('/gz')])));
  await file('gap.log', textOf([hit('/4')]));
  following = follow('gap', path);
  await reads('/1', '/2', '/3', '/4');
  await following.stop();
  await rename(path, join(place.folder, 'shop.log'));
  await file('shop.log', textOf([hit('/shop')]));
  await file('gap.log', textOf([hit('/5')]));
  following = follow('gap', path);
  await reads('/1', '/2', '/3', '/4', '/5');
  expect(await following.stop()).toContain(`gone from the folder of ${path}: its rest is not read.`);
});

test('a log that may not be read is named and counted, and the follow goes on', async () => {
  // Not even the superuser may read it.
  const secret = '/proc/sys/vm/drop_caches';
  const path = await file('denied.log', textOf([hit('/1')]));
  const reads = (...paths: string[]) => eventually(() => pathsOf('denied'), paths);
  await fs.utimes(path, 1, 1);
  let following = follow('denied', path);
  await reads('/1');
  await following.stop();
  await symlink(secret, `${path}.1`);
  await appendFile(path, textOf([hit('/2')]));
  following = follow('denied', path);
  await reads('/1', '/2');
  await rename(path, `${path}.2`);
  await symlink(secret, path);
  await appendFile(`${path}.2`, textOf([hit('/3')]));
  await reads('/1', '/2', '/3');
  await fs.rm(path);
  await file('denied.log', textOf([hit('/4')]));
  await reads('/1', '/2', '/3', '/4');
  const out = await following.stop();
  expect(out).toMatch(/denied\.log\.1 cannot be read: .*EACCES.*Going on without it\./);
  expect(out).toContain('1  skipped: a file that cannot be read');
});

test('a log that fails while it is read is opened again, and goes on with its next line', async () => {
  const path = await file('failing.log', textOf([hit('/1')]));
  const following = follow('failing', path);
  await eventually(() => pathsOf('failing'), ['/1']);
  const handle = await fs.open(path, 'r');
  const read = jest.spyOn(Object.getPrototypeOf(handle), 'read');
  for (let failure = 0; failure < 3; failure++) read.mockRejectedValueOnce(new Error('EIO: i/o error, read'));
  await appendFile(path, textOf([hit('/2')]));
  await eventually(() => pathsOf('failing'), ['/1', '/2']);
  read.mockRestore();
  await handle.close();
  const out = await following.stop();
  expect(out.split('failing.log cannot be read: EIO: i/o error, read. Going on without it.')).toHaveLength(2);
  expect(out).toContain('2  requests of crawlers');
});

test('a folder is not followed', async () => {
  const { err } = await place.run(['--from', 'combined', '--site', 'folder', '--follow', place.folder]);
  expect(err).toBe(`${place.folder} cannot be read: it is a folder.`);
});

test('a follow waits for a log that is away, says how long, and forgets no line', async () => {
  const port = await freePort();
  const path = await file('away.log', textOf([hit('/1')]));
  let isAway = true;
  const append: typeof place.flow.append = async (messages) => {
    if (isAway) throw new LogUnavailableError('the log is away');
    await place.flow.append(messages);
  };
  const following = follow('away', path, append, port);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await eventually(async () => /import_lag_seconds [1-9]/.test(await metrics()), true);
  isAway = false;
  await eventually(() => pathsOf('away'), ['/1']);
  await following.stop();
});

test('a renamed log is read to its end before the new one, however long that takes, and while it is written', async () => {
  const path = await file('renamed.log', textOf([hit('/1')]));
  const pathAt = 1 + crawlColumns.findIndex(({ name }) => name === 'page_path');
  const read: string[] = [];
  let [isAway, ahead] = [false, 0];
  const append: typeof place.flow.append = async (messages) => {
    if (isAway) ahead += 60_000;
    if (isAway) throw new LogUnavailableError('the log is away');
    await place.flow.append(messages);
    read.push(...messages.map(({ value }) => JSON.parse(value.toString())[pathAt]));
  };
  const reads = (...paths: string[]) => eventually(async () => read.splice(0, paths.length), paths);
  const following = follow('renamed', path, append, 0, undefined, () => Date.now() + ahead);
  await reads('/1');
  isAway = true;
  await rename(path, `${path}.1`);
  const rest = Array.from({ length: 3000 }, (_, index) => `/old/${index}`);
  await appendFile(`${path}.1`, textOf(rest.map((one) => hit(one))));
  await file('renamed.log', textOf([hit('/new')]));
  await eventually(async () => ahead > 0, true);
  isAway = false;
  await eventually(async () => read.length, 3001);
  await reads(...rest, '/new');
  // Without a line for a minute, renamed, and written to once the new one is there.
  ahead += 60_000;
  await rename(path, `${path}.2`);
  await file('renamed.log', textOf([hit('/newer')]));
  await reads('/newer');
  await appendFile(`${path}.2`, textOf([hit('/late')]));
  await reads('/late');
  const openFiles = async () => {
    ahead += 60_000;
    const links = (await fs.readdir('/proc/self/fd')).map((fd) =>
      fs.readlink(`/proc/self/fd/${fd}`).catch(String),
    );
    return (await Promise.all(links)).filter((link) => link.startsWith(path)).sort();
  };
  await eventually(openFiles, [path]);
  await following.stop();
});

test.each([
  [['--follow', '--dry-run', 'a'], '--dry-run'],
  [['--follow', 'a', 'b'], 'one file'],
  [['--follow', '-'], 'one file'],
  [['--metrics-port', '9000', 'a'], '--metrics-port'],
])('%j is refused', (args, why) => {
  expect(() => readTask(['--from', 'combined', '--site', 'a', ...args])).toThrow(why);
});
