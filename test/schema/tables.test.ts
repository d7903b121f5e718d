import { createInsert } from '@tallyhouse/consumer/insert';
import {
  columns,
  emptyRow,
  encodeRow,
  idAge,
  idLead,
  logColumns,
  type PingRow,
  pingFields,
  rowVersion,
  versionColumn,
} from '@tallyhouse/ping';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings, pingRow, rowsOf } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

const db = forAllTests(createTestDatabase);

const command = (query: string) => db.client.command({ query });

const rows = <Row>(query: string) => rowsOf<Row>(db.client, query);

const day = 86_400_000;
const noon = Date.UTC(2026, 10, 21, 12);
const nobody = emptyRow.session_id;

/** The days of a site that changed, by fact, as days of the month; of events also the days of the sessions that they name. */
const daysOf = async (site: string) =>
  (
    await rows<{ line: string }>(`
      select concat(fact, ' ', arrayStringConcat(groupArray(toDayOfMonth(day)), ' '), if(fact = 'event', concat(' of ', toString(toDayOfMonth(session_day))), '')) as line
      from (select distinct fact, day, session_day from changed_days where site_id = '${site}' order by day)
      group by fact, session_day
      order by fact, session_day`)
  ).map(({ line }) => line);

describe('columns', () => {
  const ofPings = `from system.columns where database = currentDatabase() and table = 'pings' order by position`;

  test('the row contract equals the columns of pings', async () => {
    const stored = await rows(`select name, type ${ofPings}`);
    expect(stored).toEqual([versionColumn, ...columns, ...logColumns]);
  });

  test('the comments of pings equal those of the fields', async () => {
    const stored = await rows<{ name: string; comment: string }>(`select name, comment ${ofPings}`);
    const comments = Object.fromEntries(stored.map(({ name, comment }) => [name, comment]));
    const fields = Object.entries(pingFields).flatMap(([name, field]) =>
      'type' in field ? [[name, field.comment]] : [],
    );
    expect(comments).toMatchObject(Object.fromEntries(fields));
  });

  test('every table and every column has a comment', async () => {
    const silent = await rows(`
      select table, name from system.columns
      where database = currentDatabase() and comment = '' and table not like '%\\_from\\_%'
      union all
      select name, 'the table itself' from system.tables where database = currentDatabase() and comment = ''`);
    expect(silent).toEqual([]);
  });
});

describe('the days that a pageview changes', () => {
  const midnight = Date.UTC(2026, 10, 21);
  test.each([
    ['its own and the next, where its session may go on', midnight + idLead, 0, '21', '21 22', '21 22 23 24'],
    [
      'the day before too when the id is ahead',
      midnight + idLead - 1,
      -idLead,
      '20',
      '20 21 22',
      '20 21 22 23 24',
    ],
    ['its own when the id is of the day before', midnight - 1, idAge, '21', '20 21', '20 21 22 23'],
  ])('are %s', async (name, id, after, ping, sessions, visitors) => {
    await insertPings(db.client, [{ site_id: name, session_id: uuid7(id), pinged_at: id + after }]);
    const facts = [`ping ${ping}`, `session ${sessions}`, `visitor ${visitors}`, `path ${sessions}`];
    const late = `late ${new Date(id).getUTCDate()}`;
    expect(await daysOf(name)).toEqual([...facts.slice(0, 3), late, facts[3]]);
  });

  test('are no later ones when it is stored within a day', async () => {
    await insertPings(db.client, [{ site_id: 'in time', pinged_at: Date.now() }]);
    expect(await daysOf('in time')).not.toContainEqual(expect.stringContaining('late'));
  });
});

describe('events', () => {
  const event = (site_id: string, parts: Partial<PingRow> & Pick<PingRow, 'pinged_at'>) =>
    pingRow({
      event: 'Signup',
      site_id,
      session_id: nobody,
      visitor_id: nobody,
      pageview_id: nobody,
      ...parts,
    });

  let stored = 0n;
  /** Stores rows as the consumer does, each at an offset of its own. */
  async function store(...pings: PingRow[]): Promise<void> {
    const offsets = pings.map(() => stored++);
    await createInsert(db.client)({
      version: rowVersion,
      partition: 0,
      offsets,
      values: pings.map(encodeRow),
    });
  }

  test('an event fills no table of pageviews, sessions and visitors, and marks none of their days', async () => {
    const ids = { session_id: uuid7(noon), visitor_id: uuid7(noon), event_id: 'a' };
    await store(event('alone', { pinged_at: noon, ...ids }));
    const count = (table: string) =>
      rows(`select toUInt32(count()) as n from ${table} where site_id = 'alone'`);
    expect(await count('events')).toEqual([{ n: 1 }]);
    const others = ['sessions', 'pageviews', 'visitors', 'page_titles', 'changed_sessions'];
    for (const table of others)
      expect({ table, rows: await count(table) }).toEqual({ table, rows: [{ n: 0 }] });
    // The views of an insert run at once: the one that looks for earlier days of an event may run before this day's own row is there, and
    // then marks the day without a session too.
    const marked = (await daysOf('alone')).filter((line) => line !== 'event 21 of 1');
    expect(marked).toEqual(['ping 21', 'path 21 22', 'event 21 of 21']);
  });

  test('an event that names a session of another day depends on that day', async () => {
    await store(event('far', { pinged_at: noon, session_id: uuid7(noon - 9 * day) }));
    expect(await daysOf('far')).toEqual(['ping 21', 'path 12 13', 'event 21 of 12']);
  });

  test('an id sent again marks all of its days, also when a failed insert is repeated', async () => {
    const noMarks = () => command('truncate table changed_days');
    await store(
      event('marked', { pinged_at: noon, event_id: 'a' }),
      event('marked', { pinged_at: noon - 9 * day, event_id: 'b' }),
    );
    await noMarks();
    const again = event('marked', { pinged_at: noon - 3 * day, event_id: 'a' });
    await store(again);
    expect(await daysOf('marked')).toEqual(['ping 18', 'event 18 21 of 1']);
    // As if the first attempt had failed after it moved the event: the same offset makes it a repetition.
    await command('optimize table event_ids final');
    await noMarks();
    stored--;
    await store(again);
    expect(await daysOf('marked')).toEqual(['ping 18', 'event 18 21 of 1']);
  });
});
