import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { createOneSite } from '../format.ts';
import { formats } from '../formats/index.ts';
import { createHosts } from '../hosts.ts';
import { csvRows } from './csv.ts';
import { linesOf } from './lines.ts';
import { findFile } from './open-file.ts';
import { openTables } from './tables.ts';

const inFolder = folderOfFile();

/** Opens tables of a format. @param texts of the files 0.csv, 1.csv ... */
async function open(name: string, ...texts: (string | Buffer)[]) {
  const format = formats.find((one) => one.name === name);
  if (format?.kind !== 'table') throw new Error(`${name} has no tables`);
  const paths = texts.map((_, index) => inFolder(`${index}.csv`));
  for (const [index, text] of texts.entries()) await writeFile(paths[index] ?? '', text);
  const files = await Promise.all(paths.map(findFile));
  const options = { hosts: createHosts(undefined, []), isForeign: createOneSite() };
  return openTables(format, files, options, inFolder());
}

/** What is read of tables: by default, of an event and the sessions of Umami. */
async function readingsOf(event: string | Buffer, sessions?: string | Buffer, name = 'umami') {
  const { main, newReader, unused, close } = await open(name, ...[event, sessions ?? []].flat());
  const readings: unknown[] = [];
  for (const file of main) for await (const items of newReader()(file, () => {})) readings.push(...items);
  const left = unused();
  await close();
  return { readings, left };
}

const umamiEvent =
  'event_id,website_id,session_id,visit_id,created_at,url_path,url_query,utm_source,utm_medium,utm_campaign,utm_content,utm_term,' +
  'referrer_path,referrer_query,referrer_domain,page_title,gclid,fbclid,msclkid,ttclid,li_fat_id,twclid,event_type,event_name,hostname';
const umamiVisitor = 'browser,os,device,screen,language,country,city';
const goatcounter =
  'Path,Title,Event,UserAgent,Browser,System,Session,Bot,Referrer,Referrer scheme,Screen size,Location,FirstVisit,Date';
const plausible =
  'timestamp,name,site_id,user_id,session_id,hostname,pathname,referrer,referrer_source,country_code,screen_size,' +
  'operating_system,browser,utm_medium,utm_source,utm_campaign,meta.key,meta.value,browser_version,operating_system_version,' +
  'utm_content,utm_term,revenue_source_amount,revenue_source_currency,scroll_depth,engagement_time,click_id_param';
const matomoAction =
  'idlink_va,idsite,idvisitor,idvisit,server_time,idaction_url,idaction_name,idaction_event_category,idaction_event_action,' +
  'custom_float,time_spent';
const matomoVisit =
  'idvisit,idvisitor,visit_first_action_time,location_ip,location_country,location_city,location_browser_lang,referer_type,' +
  'referer_name,referer_url,referer_keyword,config_browser_name,config_browser_version,config_os,config_os_version,' +
  'config_device_type,config_resolution,campaign_name,campaign_keyword,campaign_source,campaign_medium,campaign_content';
const matomoNames = 'idaction,name,type,url_prefix';

const ofAction = 'idpageview, custom_dimension_1';
const reported = 'revenue_reporting_amount, acquisition_channel';
// The columns that the sources' own exports have, each list followed by those that cannot be used.
test.each<[string, Record<string, string>]>([
  ['umami', { [umamiEvent]: 'tag, lcp', [`session_id,website_id,${umamiVisitor}`]: 'region, distinct_id' }],
  ['umami', { [`${umamiEvent},${umamiVisitor}`]: 'region, tag, distinct_id, job_id' }],
  ['goatcounter', { [`2${goatcounter.replace(',FirstVisit', '')}`]: 'FirstVisit' }],
  ['plausible', { [plausible]: `subdivision1_code, city_geoname_id, ${reported}` }],
  ['matomo', { [matomoAction]: ofAction, [matomoVisit]: 'location_region, user_id', [matomoNames]: 'hash' }],
])('%s: the columns that are not used are named', async (name, tables) => {
  const headers = Object.entries(tables).map(([used, unused]) => `${used},${unused.replaceAll(' ', '')}\n`);
  const opened = await open(name, ...headers);
  const unused = Object.values(tables).map((names, i) => `  Not used of ${inFolder(`${i}.csv`)}: ${names}\n`);
  expect(opened.unused()).toBe(unused.join(''));
  await opened.close();
});

const marked = ['\ufeff{"a":1}\r\nb\n', '\ufeffc'].map((text) => Buffer.from(text));
const mixed = [Buffer.from('/é\n/\ufffd\n'), Buffer.from('/caf\xe9\r\n/caf\xe8', 'latin1')];
test.each([
  ['a mark of the order of bytes is no part of one', marked, ['{"a":1}', 'b', 'c']],
  ['bytes that are no UTF-8 are escaped: two pages stay two', mixed, ['/é', '/\ufffd', '/caf%E9', '/caf%E8']],
])('lines: %s', async (_, chunks, expected) => {
  const lines: string[] = [];
  for await (const some of linesOf(Readable.from(chunks), '')) lines.push(...some);
  expect(lines).toEqual(expected);
});

test.each([
  [
    'text of CSV: each line has an end of its own, but for those in quotes',
    'a,b\n1,2\r\n3,"4\r\n5"\r6,"7\r"\n',
    [
      ['1', '2'],
      ['3', '4\r\n5'],
      ['6', '7\r'],
    ],
  ],
  [
    'text with tabs: a \\r that mysql does not escape is no end of a line',
    'a\tb\n1\tc\rd\n',
    [['1', 'c\rd']],
  ],
])('%s', async (_, text, expected) => {
  const path = inFolder('rows.csv');
  await writeFile(path, text);
  const rows: string[][] = [];
  for await (const some of csvRows(await findFile(path))) rows.push(...some.map(({ cells }) => cells));
  expect(rows.slice(1)).toEqual(expected);
});

test('a column that is there twice is refused by its name', async () => {
  const opened = open('umami', `${umamiEvent},created_at\n`);
  const message = `${inFolder('0.csv')} has two columns created_at. Nothing was imported.`;
  await expect(opened).rejects.toThrow(message);
});

const morning = '2026-11-20 09:00:00';
const eventOf = (session: string) =>
  `${umamiEvent.split(',').slice(0, 6).join()},event_type\ne,w,${session},v,2026-11-20 09:00:00,/a,1\n`;

test('lists of ClickHouse mean the same in text with tabs', async () => {
  const names = 'timestamp,name,site_id,user_id,session_id,pathname,meta.key,meta.value'.split(',');
  const row = [morning, 'Signup', '1', '2', '3', '/a\\tb', "['plan','from']", "['it\\'s \\\\n','b']"];
  const text = [names, row].map((cells) => `${cells.join('\t')}\n`).join('');
  const { readings } = await readingsOf(text, undefined, 'plausible');
  const ping = { page_path: '/a\tb', props: { plan: "it's \\n", from: 'b' } };
  expect(readings).toMatchObject([{ reading: { record: { ping } } }]);
});

const engaged = 'timestamp,name,site_id,user_id,session_id,pathname,engagement_time';
const viewed =
  'entered_at,page_path,session_id,referrer,exited_at,page_title,focus_time_ms,scroll_depth,word_count';

const rounded = ['1.23457E+18', '1.2345678901234567e+19', '1.23456789012346E+018', '1e+19', '1E+18'];
test.each([
  ...rounded.map((id): [string, string, string] => [
    'plausible',
    `1;${id};3;/a;`,
    `user_id ${id} is rounded`,
  ]),
  ['plausible', '1;2;1,23457E+18;/a;', 'session_id 1,23457E+18 is rounded'],
  ['plausible', '1;2;3;/a;1,234', 'engagement_time 1,234 is no number'],
  ['plausible', '1;2;3;/1.5E+3;1234', undefined],
  ['tallyhouse', '1.5E3;1000.0;;', undefined],
  ['tallyhouse', 'T;1;50,5;3', 'scroll_depth 50,5 is no number'],
  ['tallyhouse', 'T;1.000;50;3', 'focus_time_ms 1.000 is no number'],
  ['tallyhouse', 'T;1,000;50;3', 'focus_time_ms 1,000 is no number'],
  ['tallyhouse', "T;1'000;50;3", "focus_time_ms 1'000 is no number"],
  ['tallyhouse', 'T;9;5;1 000', 'word_count 1 000 is no number'],
])('%s: a spreadsheet saved %s: %s', async (name, cells, why) => {
  const [columns, before] =
    name === 'plausible' ? [engaged, 'pageview'] : [viewed, '/a;s;;2026-11-20 09:00:09'];
  const text = `${columns.replaceAll(',', ';')}\n${morning};${before};${cells}\n`;
  const { readings } = await readingsOf(text, undefined, name);
  const reading = why === undefined ? { kind: 'record' } : { kind: 'unreadable', why: `its ${why}` };
  expect(readings).toMatchObject([{ reading }]);
});

test('an id may be longer than a key of LMDB', async () => {
  const id = 'ü'.repeat(1500);
  const session = `session_id,website_id,browser,os,device,country\n${id},w,firefox,Linux,desktop,DE\n`;
  const { readings } = await readingsOf(eventOf(id), session);
  expect(readings).toMatchObject([{ reading: { record: { known: { country: 'DE', browser: 'Firefox' } } } }]);
});

test('rows have another version when a table that they are looked up in has one', async () => {
  const { main, close } = await open('umami', eventOf('1'), 'session_id,website_id,browser,os,device\n');
  expect(main[0]?.version).toContain((await findFile(inFolder('1.csv'))).version);
  await close();
});

test('a broken row of a side table is left out and named: its columns would be those of others', async () => {
  const sessions =
    'session_id,website_id,browser,os,device,city,country\n' +
    '0,w,firefox,Linux,desktop,Bonn,DE\n1,w,firefox,Linux,desktop,Washington, D.C.,US\n2,w,firefox\n';
  const { readings, left } = await readingsOf(eventOf('1'), sessions);
  expect(readings).toMatchObject([{ reading: { record: { known: { city: '', country: '' } } } }]);
  const why = '2 rows that cannot be read, such as line 3: it has 8 fields, the header 7';
  expect(left).toBe(`  Left out of ${inFolder('1.csv')}: ${why}\n`);
});

test('control characters of a cell do not reach the terminal', async () => {
  const [title, shown] = ['\u001b]0,x\u0007', '?]0,x?'];
  const event = `${goatcounter}\n/a,,"${title}",,,,,,,,,,,2026-11-20T09:00:00Z\n`;
  const { readings } = await readingsOf(`2${event}`, undefined, 'goatcounter');
  const why = `its Event ${shown} is neither true nor false`;
  expect(readings).toMatchObject([{ reading: { kind: 'unreadable', why } }]);
  const header = (columns: string) => `${columns.replaceAll(',', ';')}\n`;
  const opened = await open('tallyhouse', header(viewed), `${header(ourSession)}${at(`${title};0`)}\n`);
  expect(opened.unused()).toContain(`such as line 2: its latitude ${shown} is no number`);
  await opened.close();
});

test.each([1, 40_000])('a quote that is never closed, %d rows before the end, is an error', async (rows) => {
  const row = `e,w,1,v,${morning},/a,1\n`;
  const message = `${inFolder('0.csv')} cannot be read: its row from line 3 does not end within 1 MiB`;
  await expect(readingsOf(`${eventOf('1')}"${row.repeat(rows)}`)).rejects.toThrow(message);
});

const ourSession = 'session_id,ip,country,browser,referrer_source,first_seen_at,latitude,longitude';

const at = (place: string) => `s;;DE;Firefox;Direct;${morning};${place}`;
test.each([
  [[viewed], ourSession, at('52,5;13.405'), 'latitude 52,5'],
  [[viewed], ourSession, at('52.5;13.404.954'), 'longitude 13.404.954'],
  [[viewed], ourSession, at('52520008;13.4'), 'latitude 52520008'],
  [[viewed], ourSession, at('-1 234;0'), 'latitude -1 234'],
  [[viewed], ourSession, at('-33.8688;151.2093'), undefined],
  [[viewed], ourSession, at('0;-0.5'), undefined],
  [[viewed], ourSession, at(';'), undefined],
  [[matomoAction, matomoNames], matomoVisit, `1,234;A;${morning}${';'.repeat(19)}`, 'idvisit 1,234'],
  [[matomoAction, matomoNames], matomoVisit, `5;A;${morning};;;;;1,0${';'.repeat(14)}`, 'referer_type 1,0'],
  [[matomoAction, matomoVisit], matomoNames, "1'234;a.example/;1;2", "idaction 1'234"],
  [[matomoAction, matomoVisit], matomoNames, '10;a.example/;1;2,0', 'url_prefix 2,0'],
])('next to %s, in the table %s, a spreadsheet saved %s: %s', async (others, side, row, why) => {
  const header = (columns: string) => `${columns.replaceAll(',', ';')}\n`;
  const name = side === ourSession ? 'tallyhouse' : 'matomo';
  const opened = await open(name, ...others.map(header), `${header(side)}${row}\n`);
  const file = inFolder(`${others.length}.csv`);
  const reason = `1 rows that cannot be read, such as line 2: its ${why} is no number`;
  if (why === undefined) expect(opened.unused()).not.toContain('Left out');
  else expect(opened.unused()).toContain(`  Left out of ${file}: ${reason}\n`);
  await opened.close();
});

test.each(['', '\ufeff'])(
  'a row that is not UTF-8 is named by its line, others are read: %j',
  async (mark) => {
    const event = `${mark}${eventOf('1')}\ufffd,w,1,v,${morning},/é,1\ne,w,1,v,${morning},/caf`;
    const session = 'session_id,website_id,browser,os,device,city\n1,w,firefox,,,K\xf6ln\n';
    const bytes = Buffer.concat([Buffer.from(event), Buffer.from('\xe9,1\n', 'latin1')]);
    const { readings, left } = await readingsOf(bytes, Buffer.from(session, 'latin1'));
    expect(readings).toMatchObject([
      { number: 2, reading: { kind: 'record' } },
      { number: 3, reading: { record: { key: '\ufffd', ping: { page_path: '/é' } } } },
      { number: 4, reading: { kind: 'unreadable', why: 'it is not UTF-8' } },
    ]);
    expect(left).toContain('1 rows that cannot be read, such as line 2: it is not UTF-8');
  },
);
