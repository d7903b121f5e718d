import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { createOneSite } from '../format.ts';
import { formats } from '../formats/index.ts';
import { createHosts } from '../hosts.ts';
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

// The columns that the sources' own exports have, each list followed by those that cannot be used.
test.each<[string, ...[columns: string, unused: string][]]>([
  [
    'umami',
    [umamiEvent, 'tag,lcp'],
    ['session_id,website_id,browser,os,device,screen,language,country,city', 'region,distinct_id'],
  ],
  [
    'umami',
    [`${umamiEvent},browser,os,device,screen,language,country,city`, 'region,tag,distinct_id,job_id'],
  ],
  ['goatcounter', [`2${goatcounter.replace(',FirstVisit', '')}`, 'FirstVisit']],
  [
    'plausible',
    [plausible, 'subdivision1_code,city_geoname_id,revenue_reporting_amount,acquisition_channel'],
  ],
  [
    'matomo',
    [matomoAction, 'idpageview,custom_dimension_1'],
    [matomoVisit, 'location_region,user_id'],
    [matomoNames, 'hash'],
  ],
])('%s: the columns that are not used are named', async (name, ...tables) => {
  const opened = await open(name, ...tables.map((columns) => `${columns.join()}\n`));
  const lines = tables.map(
    ([, unused], index) => `  Not used of ${inFolder(`${index}.csv`)}: ${unused.replaceAll(',', ', ')}\n`,
  );
  expect(opened.unused()).toBe(lines.join(''));
  await opened.close();
});

test('a mark of the order of bytes is no part of a line', async () => {
  const chunks = ['\ufeff{"a":1}\r\nb\n', '\ufeffc'].map((text) => Buffer.from(text));
  const lines: string[] = [];
  for await (const some of linesOf(Readable.from(chunks))) lines.push(...some);
  expect(lines).toEqual(['{"a":1}', 'b', 'c']);
});

test('bytes of a line that are no UTF-8 are escaped as in an address, so that two pages stay two', async () => {
  const written = [Buffer.from('/é\n/\ufffd\n'), Buffer.from('/caf\xe9\r\n/caf\xe8', 'latin1')];
  const lines: string[] = [];
  for await (const some of linesOf(Readable.from(written))) lines.push(...some);
  expect(lines).toEqual(['/é', '/\ufffd', '/caf%E9', '/caf%E8']);
});

test('a column that is there twice is refused by its name', async () => {
  const opened = open('umami', `${umamiEvent},created_at\n`);
  const message = `${inFolder('0.csv')} has two columns created_at. Nothing was imported.`;
  await expect(opened).rejects.toThrow(message);
});

const eventOf = (session: string) =>
  `${umamiEvent.split(',').slice(0, 6).join()},event_type\ne,w,${session},v,2026-11-20 09:00:00,/a,1\n`;

test('lists of ClickHouse mean the same in text with tabs', async () => {
  const names = [
    'timestamp',
    'name',
    'site_id',
    'user_id',
    'session_id',
    'pathname',
    'meta.key',
    'meta.value',
  ];
  const row = [
    '2026-11-20 09:00:00',
    'Signup',
    '1',
    '2',
    '3',
    '/a\\tb',
    "['plan','from']",
    "['it\\'s \\\\n','b']",
  ];
  const { readings } = await readingsOf(
    [names, row].map((cells) => `${cells.join('\t')}\n`).join(''),
    undefined,
    'plausible',
  );
  expect(readings).toMatchObject([
    { reading: { record: { ping: { page_path: '/a\tb', props: { plan: "it's \\n", from: 'b' } } } } },
  ]);
});

const engaged = 'timestamp,name,site_id,user_id,session_id,pathname,engagement_time';
const viewed =
  'page_path,page_title,session_id,referrer,entered_at,exited_at,focus_time_ms,scroll_depth,word_count';

test.each([
  [
    'plausible',
    engaged,
    '2026-11-20 09:00:00;pageview;1;1.23457E+18;3;/a;',
    'user_id 1.23457E+18 is rounded',
  ],
  [
    'plausible',
    engaged,
    '2026-11-20 09:00:00;pageview;1;2;1,23457E+18;/a;',
    'session_id 1,23457E+18 is rounded',
  ],
  ...['1.2345678901234567e+19', '1.23456789012346E+018', '1e+19', '1E+18'].map(
    (id): [string, string, string, string] => [
      'plausible',
      engaged,
      `2026-11-20 09:00:00;pageview;1;${id};3;/a;`,
      `user_id ${id} is rounded`,
    ],
  ),
  ['plausible', engaged, '2026-11-20 09:00:00;pageview;1;2;3;/a;1,234', 'engagement_time 1,234 is no number'],
  ['plausible', engaged, '2026-11-20 09:00:00;pageview;1;2;3;/1.5E+3;1234', undefined],
  ['tallyhouse', viewed, '/a;1.5E3;s;;2026-11-20 09:00:00;2026-11-20 09:00:09;1000.0;;', undefined],
  ...[
    ['1;50,5;3', 'scroll_depth 50,5'],
    ['1.000;50;3', 'focus_time_ms 1.000'],
    ['1,000;50;3', 'focus_time_ms 1,000'],
    ["1'000;50;3", "focus_time_ms 1'000"],
    ['9;5;1 000', 'word_count 1 000'],
  ].map(([cells, name]): [string, string, string, string] => [
    'tallyhouse',
    viewed,
    `/a;T;s;;2026-11-20 09:00:00;2026-11-20 09:00:09;${cells}`,
    `${name} is no number`,
  ]),
])('%s: of the columns %s a spreadsheet saved %s: %s', async (name, columns, row, why) => {
  const { readings } = await readingsOf(`${columns.replaceAll(',', ';')}\n${row}\n`, undefined, name);
  const reading = why === undefined ? { kind: 'record' } : { kind: 'unreadable', why: `its ${why}` };
  expect(readings).toMatchObject([{ reading }]);
});

test('an id may be longer than a key of LMDB', async () => {
  const id = 'ü'.repeat(1500);
  const session = `session_id,website_id,browser,os,device,country\n${id},w,firefox,Linux,desktop,DE\n`;
  const { readings } = await readingsOf(eventOf(id), session);
  expect(readings).toMatchObject([{ reading: { record: { known: { country: 'DE', browser: 'Firefox' } } } }]);
});

test('a broken row of a side table is left out and named: its columns would be those of others', async () => {
  const sessions =
    'session_id,website_id,browser,os,device,city,country\n' +
    '0,w,firefox,Linux,desktop,Bonn,DE\n1,w,firefox,Linux,desktop,Washington, D.C.,US\n2,w,firefox\n';
  const { readings, left } = await readingsOf(eventOf('1'), sessions);
  expect(readings).toMatchObject([{ reading: { record: { known: { city: '', country: '' } } } }]);
  expect(left).toBe(
    `  Left out of ${inFolder('1.csv')}: 2 rows that cannot be read, such as line 3: it has 8 fields, the header 7\n`,
  );
});

const ourSession = 'session_id,ip,country,browser,referrer_source,first_seen_at,latitude,longitude';
const morning = '2026-11-20 09:00:00';

test.each([
  ['tallyhouse', viewed, ourSession, `s;;DE;Firefox;Direct;${morning};52,5;13.405`, 'latitude 52,5'],
  [
    'tallyhouse',
    viewed,
    ourSession,
    `s;;DE;Firefox;Direct;${morning};52.5;13.404.954`,
    'longitude 13.404.954',
  ],
  ['tallyhouse', viewed, ourSession, `s;;DE;Firefox;Direct;${morning};52520008;13.4`, 'latitude 52520008'],
  ['tallyhouse', viewed, ourSession, `s;;DE;Firefox;Direct;${morning};-1 234;0`, 'latitude -1 234'],
  ['matomo', matomoAction, matomoVisit, `1,234;A;${morning}${';'.repeat(19)}`, 'idvisit 1,234'],
  ['matomo', matomoAction, matomoVisit, `5;A;${morning};;;;;1,0${';'.repeat(14)}`, 'referer_type 1,0'],
  ['matomo', matomoAction, matomoNames, "1'234;a.example/;1;2", "idaction 1'234"],
  ['matomo', matomoAction, matomoNames, '10;a.example/;1;2,0', 'url_prefix 2,0'],
])(
  '%s: next to %s, in the table %s that is looked up, a spreadsheet saved %s: %s',
  async (name, main, side, row, why) => {
    const others = name === 'matomo' ? [side === matomoNames ? matomoVisit : matomoNames] : [];
    const texts = [main, `${side}\n${row}`, ...others].map((text) =>
      `${text}\n`.replace(/^.*/, (names) => names.replaceAll(',', ';')),
    );
    const opened = await open(name, ...texts);
    const left = `  Left out of ${inFolder('1.csv')}: 1 rows that cannot be read, such as line 2: its ${why} is no number\n`;
    expect(opened.unused()).toContain(left);
    await opened.close();
  },
);

test('coordinates of a session may be negative, short, and missing', async () => {
  const sessions = ['-33.8688;151.2093', '0;-0.5', ';'].map(
    (place, index) => `${index};;DE;Firefox;Direct;${morning};${place}`,
  );
  const opened = await open(
    'tallyhouse',
    `${viewed}\n`,
    `${[ourSession.replaceAll(',', ';'), ...sessions].join('\n')}\n`,
  );
  expect(opened.unused()).not.toContain('Left out');
  await opened.close();
});

test.each(['', '\ufeff'])(
  'a row that is not UTF-8 is named by its line, and the others are read: %j',
  async (mark) => {
    const event = `${mark}${eventOf('1')}\ufffd,w,1,v,2026-11-20 09:00:00,/é,1\n`;
    const row = Buffer.from('e,w,1,v,2026-11-20 09:00:00,/caf\xe9,1\n', 'latin1');
    const session = Buffer.from(
      'session_id,website_id,browser,os,device,city\n1,w,firefox,,,K\xf6ln\n',
      'latin1',
    );
    const { readings, left } = await readingsOf(Buffer.concat([Buffer.from(event), row]), session);
    expect(readings).toMatchObject([
      { number: 2, reading: { kind: 'record' } },
      { number: 3, reading: { record: { key: '\ufffd', ping: { page_path: '/é' } } } },
      { number: 4, reading: { kind: 'unreadable', why: 'it is not UTF-8' } },
    ]);
    expect(left).toContain('1 rows that cannot be read, such as line 2: it is not UTF-8');
  },
);
