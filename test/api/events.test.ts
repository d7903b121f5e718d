import { emptyRow, type PingRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const nobody = emptyRow.visitor_id;
/** An event as a server sends it, without ids, page or address. */
const event = (pinged_at: number, event: string, more: Partial<PingRow> = {}) => ({
  pinged_at,
  event,
  visitor_id: nobody,
  session_id: nobody,
  pageview_id: nobody,
  page_path: '',
  ...more,
});
const eur = (amount: string) => ({ amount, currency: 'EUR' });

test('/export/events has a row for each event, and guards names and ids but not amounts', async () => {
  const site_id = 'file';
  const odd = { site_id, event_id: '@x', props: { 'a.b': '"/' }, ...eur('-9.90') };
  await service.insert([
    event(minutesAgo(3), '=1+1', odd),
    event(minutesAgo(2), 'Plain', { site_id, ...visit(minutesAgo(2)), page_path: '/a' }),
  ]);
  const file = async (more: object) => (await service.download('events', { site_id, ...more })).text;
  const text = await file({});
  const [, , plain] = text.split('\n');
  expect(text).toBe(
    [
      '"event","event_id","occurred_at","page_path","session_id","visitor_id","props","amount","currency"',
      `"'=1+1","'@x","2026-11-21T10:12:00.000Z","","","","{""a.b"":""\\""/""}",-9.9,"EUR"`,
      plain,
      '',
    ].join('\n'),
  );
  // Its session has no pageview; its visitor is the one sent.
  expect(plain).toMatch(/^"Plain","","2026-11-21T10:13:00.000Z","\/a","","[0-9a-f-]{36}","\{\}",,""$/);
  expect(await file({ raw: '1' })).toContain('"=1+1","@x"');
  expect(await file({ format: 'jsonl' })).toContain('{"event":"=1+1","event_id":"@x"');
});

test('a property may have any name that ingest takes, and any value', async () => {
  const site_id = 'names';
  const props = JSON.parse('{"__proto__":"a|b","a.b-c_D":"it\'s \\\\ 日本"}');
  await service.insert([event(minutesAgo(4), 'Odd', { site_id, props, visitor_id: uuid7(minutesAgo(4)) })]);
  for (const filter of ['prop.__proto__:a\\|b', "prop.a.b-c_D~IT'S \\\\ 日", 'prop.none:'])
    expect(await service.data('/events', { site_id, filter, period: '2h' })).toMatchObject([
      { event: 'Odd', events: 1 },
    ]);
  const values = { site_id, property: 'a.b-c_D', period: '2h' };
  const [value] = await service.rows('/events/%20Odd/properties', values);
  expect(value).toMatchObject({ value: "it's \\ 日本", events: 1, unique_visitors: 1 });
});
