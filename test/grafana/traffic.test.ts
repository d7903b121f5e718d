import { forAllTests } from '../api/shared-service.ts';
import { startBiDatabase } from '../bi/bi-database.ts';
import { blogPings } from '../bi/blog.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { filledSql, readDashboard, type SqlTarget } from './dashboards.ts';

const { panels, templating } = readDashboard('traffic');
const at = (time: string) => Date.parse(`${time}Z`);
const shown = {
  from: at('2026-11-02T00:00:00'),
  to: at('2026-11-09T00:00:00'),
  intervalSeconds: 3600,
  sites: ['blog', "o'clock"],
};

const bi = forAllTests(startBiDatabase);
beforeAll(() => {
  const pings = blogPings(3).filter(({ pinged_at }) => pinged_at >= shown.from && pinged_at < shown.to);
  const foreign = pings
    .slice(0, 1)
    .map((ping) => ({ ...ping, site_id: 'foreign', drop_reason: 'unknown_site' }));
  return insertPings(bi.client, [...pings, ...foreign]);
});

/** Names and types of the columns, and the rows, as the reader of the views gets them. */
async function ask(sql: string, sites = shown.sites) {
  const result = await bi.reader.query({
    query: filledSql(sql, { ...shown, sites }).replaceAll(/\bbi\./g, `${bi.names.bi}.`),
    format: 'JSONCompact',
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
  });
  const { meta = [], data } = await result.json<unknown[]>();
  return { columns: meta, rows: data as unknown[][] };
}

const queries = panels.map(({ title, type, targets }) => {
  const [target] = targets as SqlTarget[];
  return { title, type, sql: target?.rawSql ?? '', queryType: target?.queryType };
});

test.each(queries)(
  '$title: its query has rows, and the columns that the panel needs',
  async ({ type, sql, queryType }) => {
    const { columns, rows } = await ask(sql);
    expect(rows.length).toBeGreaterThan(0);
    const types = columns.map((column) => column.type.replace(/^LowCardinality\((.*)\)$/, '$1'));
    const isNumber = (name = '') => /^(U?Int|Float|Decimal)/.test(name);
    expect(queryType).toBe(type === 'timeseries' ? 'timeseries' : 'table');
    if (type === 'timeseries') {
      expect([columns[0]?.name, types[0]]).toEqual(['time', expect.stringMatching(/^DateTime/)]);
      expect(isNumber(types.at(-1))).toBe(true);
    } else if (type === 'stat') {
      expect([rows.length, types.map(isNumber)]).toEqual([1, [true]]);
      expect(Number(rows[0]?.[0])).toBeGreaterThan(0);
    } else {
      expect(types[0]).toBe('String');
      expect(types.some(isNumber)).toBe(true);
    }
  },
);

test('its numbers are those of the views', async () => {
  const numbers = await Promise.all(
    queries.slice(0, 3).map(async ({ sql }) => Number((await ask(sql)).rows[0]?.[0])),
  );
  expect(numbers).toEqual(
    (
      await bi.rows(`
        select (select uniqExact(visitor_id) from bi.pageviews), (select count() from bi.pageviews), (select count() from bi.sessions)`)
    )[0],
  );
});

test('pings of sites that are not listed are among those that are not counted, while all sites are chosen', async () => {
  const { sql = '' } = queries.find(({ title }) => title.startsWith('Pings that')) ?? {};
  const reasonsOf = async (sites: string[]) => (await ask(sql, sites)).rows.map(([, why]) => why);
  expect(await reasonsOf(shown.sites)).toContain('unknown_site');
  expect(await reasonsOf(["o'clock"])).toEqual([]);
});

test('the list of sites is asked for', async () => {
  expect(templating.list.map(({ name }) => name)).toEqual(['site']);
  expect((await ask(String(templating.list[0]?.query))).rows).toEqual([['blog']]);
});
