import { execFileSync } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { formats } from '../formats/index.ts';
import { createHosts } from '../hosts.ts';
import { openSources } from './open-sources.ts';

const inFolder = folderOfFile();

/** What becomes of each row of files. @param contents of the files 0, 1 ... */
async function readingsOf(name: string, ...contents: string[]) {
  const paths = contents.map((_, index) => inFolder(`${index}`));
  for (const [index, content] of contents.entries()) await writeFile(inFolder(`${index}`), content, 'latin1');
  return readingsAt(name, ...paths);
}

async function readingsAt(name: string, ...paths: string[]) {
  const format = formats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  const scratch = await mkdtemp(inFolder('scratch-'));
  const { sources, close } = await openSources(format, paths, { hosts: createHosts(undefined, []) }, scratch);
  const readings = [];
  for (const { read } of sources)
    for await (const items of read(() => {})) readings.push(...items.map(({ reading }) => reading));
  await close();
  return readings;
}

const began = Date.UTC(2026, 2, 10, 23, 59, 50);
const event = (seconds: number, event_name: string, more: object = {}, params: object = {}) => {
  const texts = { page_location: 'https://b.example/a', ga_session_id: `${began / 1000}`, ...params };
  const event_params = Object.entries(texts).map(([key, string_value]) => ({ key, value: { string_value } }));
  const event_timestamp = `${began / 1000 + seconds}000000`;
  return `${JSON.stringify({ event_timestamp, event_name, user_pseudo_id: '1.2', stream_id: '1', ...more, event_params })}\n`;
};
const plausible = (...rows: string[]) =>
  `timestamp,name,engagement_time,site_id,user_id,session_id,pathname\n${rows.map((row) => `${row},7,1,1,/\n`).join('')}`;

const view = event(0, 'page_view');
const engaged = event(20, 'user_engagement', { batch_event_index: 1 }, { engagement_time_msec: '9000' });
const [viewed, signedUp] = ['2026-03-10 23:59:50,pageview,0', '2026-03-11 00:00:11,Signup,0'];
const [read, left] = ['engagement', 'pageleave'].map((name) => `2026-03-11 00:00:10,${name},9000`);

test.each([
  ['ga4', view, engaged + event(21, 'click')],
  ['plausible', plausible(viewed), plausible(`${read}`, signedUp)],
  // The name of the first reports of this kind.
  ['plausible', plausible(viewed), plausible(`${left}`, signedUp)],
])('%s: the reading of a page may be in a later file than its page view', async (name, first, later) => {
  expect(await readingsOf(name, first, later)).toMatchObject([
    { kind: 'record' },
    { kind: 'record', record: { of: { at: began }, ping: { type: 'engage', focus_time_ms: 9000 } } },
    { kind: 'record', record: { ping: { type: 'event' } } },
  ]);
});

test.each([
  ['ga4', engaged + view, engaged + view + engaged],
  ['plausible', plausible(viewed, `${read}`), plausible(`${read}`, signedUp)],
])('%s: the reading of a page counts once, also where files overlap', async (name, ...files) => {
  const focus = (await readingsOf(name, ...files)).flatMap((reading) => {
    const { ping, engaged } = reading.kind === 'record' ? reading.record : { ping: {}, engaged: undefined };
    return [Object(ping).focus_time_ms ?? engaged?.focus_time_ms ?? 0];
  });
  expect(Math.max(...focus)).toBe(9000);
});

test.each([
  ['ga4', view],
  ['plausible', plausible(viewed)],
])('%s: a pipe is read once, as standard input is', async (name, content) => {
  const pipe = inFolder(`pipe-${name}`);
  execFileSync('mkfifo', [pipe]);
  const [readings] = await Promise.all([readingsAt(name, pipe), writeFile(pipe, content)]);
  expect(readings).toMatchObject([{ kind: 'record' }]);
});

test('a line without an end is an error that names the file', async () => {
  const message = `${inFolder('0')} cannot be read: a line is longer than 1 MiB.`;
  await expect(readingsOf('combined', 'x'.repeat(1_500_000))).rejects.toThrow(message);
});

const umami = (website: string) =>
  'event_id,website_id,session_id,visit_id,created_at,url_path,event_type\n' +
  `${website},${website},s,v,2026-03-10 12:00:00,/,1\n`;
const otherView = event(1, 'page_view', { stream_id: '2' });
test.each([
  ['umami', umami('a'), umami('b'), 'website_id is b, that of the first row a'],
  ['ga4', view, otherView, 'stream_id is 2, that of the first row 1'],
])('%s: files of two sites are refused', async (name, one, other, why) => {
  await expect(readingsOf(name, one, other)).rejects.toThrow(`${why}: export one site only`);
});

test.each([
  ['umami', 'PK\x03\x04\x14\0\b', 'a ZIP archive'],
  ['ga4', 'Obj\x01\x04\x14avro', 'Avro'],
  ['combined', '\x28\xb5\x2f\xfd\x04', 'compressed with Zstandard'],
])('%s: a file that is %j is refused as %s', async (name, content, kind) => {
  const message = `${inFolder('0')} cannot be read: it is ${kind}: give text, gzip or Parquet.`;
  await expect(readingsOf(name, content)).rejects.toThrow(message);
});
