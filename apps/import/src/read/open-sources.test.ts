import { mkdtemp, writeFile } from 'node:fs/promises';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { formats } from '../formats/index.ts';
import { createHosts } from '../hosts.ts';
import { openSources } from './open-sources.ts';

const inFolder = folderOfFile();

/** What becomes of each row of files. @param files their content by their names */
async function readingsOf(name: string, files: Readonly<Record<string, string>>) {
  const format = formats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  const paths = Object.keys(files).map((path) => inFolder(path));
  for (const [path, content] of Object.entries(files)) await writeFile(inFolder(path), content, 'latin1');
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

test.each<[string, Readonly<Record<string, string>>]>([
  [
    'ga4',
    {
      '1.json': event(0, 'page_view'),
      '2.json': event(20, 'user_engagement', {}, { engagement_time_msec: '9000' }) + event(21, 'click'),
    },
  ],
  [
    'plausible',
    {
      'a.csv': plausible('2026-03-10 23:59:50,pageview,0'),
      'b.csv': plausible('2026-03-11 00:00:10,engagement,9000', '2026-03-11 00:00:11,Signup,0'),
    },
  ],
  // The name of the first reports of this kind.
  [
    'plausible',
    {
      'a.csv': plausible('2026-03-10 23:59:50,pageview,0'),
      'b.csv': plausible('2026-03-11 00:00:10,pageleave,9000', '2026-03-11 00:00:11,Signup,0'),
    },
  ],
])('%s: the reading of a page may be in a later file than its page view', async (name, files) => {
  expect(await readingsOf(name, files)).toMatchObject([
    { kind: 'record' },
    { kind: 'record', record: { of: { at: began }, ping: { type: 'engage', focus_time_ms: 9000 } } },
    { kind: 'record', record: { ping: { type: 'event' } } },
  ]);
});

const engaged = (more: object = {}) =>
  event(20, 'user_engagement', { batch_event_index: 1 }, { engagement_time_msec: '9000', ...more });
test.each<[string, Readonly<Record<string, string>>]>([
  [
    'ga4',
    { '1.json': engaged() + event(0, 'page_view'), '2.json': engaged() + event(0, 'page_view') + engaged() },
  ],
  [
    'plausible',
    {
      'a.csv': plausible('2026-03-10 23:59:50,pageview,0', '2026-03-11 00:00:10,engagement,9000'),
      'b.csv': plausible('2026-03-11 00:00:10,engagement,9000', '2026-03-11 00:00:10,Signup,0'),
    },
  ],
])('%s: the reading of a page counts once, also where files overlap', async (name, files) => {
  const focus = (await readingsOf(name, files)).flatMap((reading) => {
    const { ping, engaged } = reading.kind === 'record' ? reading.record : { ping: {}, engaged: undefined };
    return [Object(ping).focus_time_ms ?? engaged?.focus_time_ms ?? 0];
  });
  expect(Math.max(...focus)).toBe(9000);
});

const umami = (website: string) =>
  'event_id,website_id,session_id,visit_id,created_at,url_path,event_type\n' +
  `${website},${website},s,v,2026-03-10 12:00:00,/,1\n`;
test.each([
  ['umami', { 'a.csv': umami('a'), 'b.csv': umami('b') }, 'website_id is b, that of the first row a'],
  [
    'ga4',
    { '1.json': event(0, 'page_view'), '2.json': event(1, 'page_view', { stream_id: '2' }) },
    'stream_id is 2, that of the first row 1',
  ],
])('%s: files of two sites are refused', async (name, files, why) => {
  await expect(readingsOf(name, files)).rejects.toThrow(`${why}: export one site only`);
});

test.each([
  ['umami', 'PK\x03\x04\x14\0\b', 'a ZIP archive'],
  ['ga4', 'Obj\x01\x04\x14avro', 'Avro'],
  ['combined', '\x28\xb5\x2f\xfd\x04', 'compressed with Zstandard'],
])('%s: a file that is %j is refused as %s', async (name, content, kind) => {
  await expect(readingsOf(name, { other: content })).rejects.toThrow(
    `${inFolder('other')} cannot be read: it is ${kind}: give text, gzip or Parquet.`,
  );
});
