import { sessionProperties } from '@tallyhouse/ping/session-properties';
import fc from 'fast-check';
import { channelOf } from '../oracle/channel.ts';
import { readSite, type Session, type Site } from '../oracle/site.ts';
import { type Traffic, traffic } from '../oracle/traffic/traffic.ts';

type Row = unknown[];

const properties = Object.keys(sessionProperties) as (keyof typeof sessionProperties)[];
const noId = '00000000-0000-0000-0000-000000000000';
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

function propertiesOf(session: Session | undefined): Row {
  if (session === undefined) return ['', ...properties.map(() => ''), ''];
  const { first, pageviews } = session;
  // The page is that of the first pageview, its referrer that of the first ping.
  const entry_page = pageviews[0]?.page_path;
  const known = { ...first, entry_page, entry_referrer: first.referrer };
  return [pageviews.at(-1)?.page_path, ...properties.map((name) => known[name]), channelOf(first)];
}

const vitals = ['lcp_ms', 'inp_ms', 'fcp_ms', 'ttfb_ms', 'cls'];

/** The rows of each view by definition, from the pings of a site. */
export const views: Record<string, { columns: string; rowsOf: (site: Site) => Row[] }> = {
  sessions: {
    columns: `date, session_id, visitor_id, toUnixTimestamp64Milli(first_seen_at), toUnixTimestamp64Milli(last_seen_at), pageviews,
      duration_ms, bounced, is_new, exit_page, ${properties}, channel, local_date`,
    rowsOf: ({ sessions }) =>
      sessions.map((session) => {
        const { session_id, visitor_id, first_seen_at, last_seen_at, pageviews, returning } = session;
        const [date, duration] = [dateOf(first_seen_at), last_seen_at - first_seen_at];
        const counted = [pageviews.length, duration, pageviews.length === 1, !returning];
        const ids = [date, session_id, visitor_id, first_seen_at, last_seen_at];
        return [...ids, ...counted, ...propertiesOf(session), date];
      }),
  },
  pageviews: {
    columns: `date, pageview_id, session_id, visitor_id, toUnixTimestamp64Milli(entered_at), toUnixTimestamp64Milli(exited_at),
      page_path, page_title, focus_time_ms, scroll_depth, word_count, is_entry, is_exit, next_page, exit_page, ${properties}, channel, ${vitals}, local_date`,
    rowsOf: ({ sessions }) =>
      sessions.flatMap((session) =>
        session.pageviews.map((view, index) => {
          const { pageview_id, visitor_id, entered_at, exited_at, page_path, title, word_count } = view;
          const date = dateOf(entered_at);
          const ids = [date, pageview_id, session.session_id, visitor_id, entered_at, exited_at];
          const read = [page_path, title.text, view.focus_time_ms, view.scroll_depth, word_count ?? 0];
          const next = session.pageviews.slice(index).find((later) => later.page_path !== page_path);
          const place = [index === 0, index === session.pageviews.length - 1, next?.page_path ?? ''];
          const measured = vitals.map((name) => view.vitals[name] ?? null);
          return [...ids, ...read, ...place, ...propertiesOf(session), ...measured, date];
        }),
      ),
  },
  visitors: {
    columns: 'date, visitor_id, toUnixTimestamp64Milli(first_seen_at)',
    rowsOf: ({ firstSeen }) => [...firstSeen].map(([visitor, at]) => [dateOf(at), visitor, at]),
  },
  events: {
    columns: `date, event, ping_id, event_id, toUnixTimestamp64Milli(occurred_at), session_id, visitor_id, page_path,
      arraySort(arrayMap((name, value) -> [toString(name), value], mapKeys(props), mapValues(props))), toString(toInt256(toDecimal256(amount, 4) * 10000)),
      currency, exit_page, ${properties}, channel, has_session, has_visitor, local_date`,
    rowsOf: ({ events }) =>
      events.map(({ ping, session, visitor_id, amount }) => {
        const { event, ping_id, event_id, pinged_at, page_path, props, currency } = ping;
        const date = dateOf(pinged_at);
        const ids = [
          date,
          event,
          ping_id,
          event_id,
          pinged_at,
          session?.session_id ?? noId,
          visitor_id || noId,
        ];
        const said = [page_path, Object.entries(props).sort(), `${amount}`, currency];
        const has = [session !== undefined, visitor_id !== '' && visitor_id !== noId];
        return [...ids, ...said, ...propertiesOf(session), ...has, date];
      }),
  },
  sites: {
    columns: 'toUnixTimestamp64Milli(first_seen_at), toUnixTimestamp64Milli(last_ping_at), timezone',
    rowsOf: ({ firstSeen, lastPingAt }) =>
      lastPingAt === undefined
        ? []
        : [[firstSeen.size === 0 ? 0 : Math.min(...firstSeen.values()), lastPingAt, 'UTC']],
  },
  days: {
    columns: 'date, pageviews, sessions, bounces, duration_ms, visitors_of_day',
    rowsOf: ({ pageviews, sessions }) => {
      const times = [
        ...pageviews.map((view) => view.entered_at),
        ...sessions.map((one) => one.first_seen_at),
      ];
      return [...new Set(times.map(dateOf))].map((date) => {
        const viewed = pageviews.filter((view) => dateOf(view.entered_at) === date);
        const begun = sessions.filter((session) => dateOf(session.first_seen_at) === date);
        return [
          date,
          viewed.length,
          begun.length,
          begun.filter((session) => session.pageviews.length === 1).length,
          begun.reduce((sum, session) => sum + session.last_seen_at - session.first_seen_at, 0),
          new Set(viewed.map(({ visitor_id }) => visitor_id)).size,
        ];
      });
    },
  },
  pages_daily: {
    columns: 'date, page_path, toString(views), toString(focus_time_ms), toString(scroll_depth_sum)',
    rowsOf: ({ pageviews }) =>
      sums(
        pageviews.map((view) => [
          [dateOf(view.entered_at), view.page_path],
          [1, view.focus_time_ms, view.scroll_depth],
        ]),
      ),
  },
  sources_daily: {
    columns: 'date, source, medium, toString(visits), toString(bounces)',
    rowsOf: (site) => visits(site, 'source', 'medium'),
  },
  places_daily: {
    columns: 'date, country, region, city, toString(visits)',
    rowsOf: (site) => visits(site, 'country', 'region', 'city').map((row) => row.slice(0, -1)),
  },
  devices_daily: {
    columns: 'date, browser, os, device_type, toString(visits)',
    rowsOf: (site) => visits(site, 'browser', 'os', 'device_type').map((row) => row.slice(0, -1)),
  },
  events_daily: {
    columns: 'date, event, currency, toString(events), toString(toInt256(toDecimal256(amount, 4) * 10000))',
    rowsOf: ({ events }) =>
      sums(
        events.map(({ ping, amount }) => [
          [dateOf(ping.pinged_at), ping.event, ping.currency],
          [1, amount],
        ]),
      ),
  },
};

/** Sessions and bounces by day and by columns of the first ping. */
function visits({ sessions }: Site, ...names: (keyof Session['first'])[]) {
  return sums(
    sessions.map((session) => [
      [dateOf(session.first_seen_at), ...names.map((name) => session.first[name])],
      [1, session.pageviews.length === 1 ? 1 : 0],
    ]),
  );
}

/** One row for each key, with the sum of each number. */
function sums(rows: [key: Row, numbers: (number | bigint)[]][]): Row[] {
  const found = new Map<string, [Row, bigint[]]>();
  for (const [key, numbers] of rows) {
    const [, before] = found.get(JSON.stringify(key)) ?? [key, []];
    const sum = numbers.map((number, index) => BigInt(number) + (before[index] ?? 0n));
    found.set(JSON.stringify(key), [key, sum]);
  }
  return [...found.values()].map(([key, numbers]) => [...key, ...numbers.map(String)]);
}

/** ORACLE_SEED repeats a run; ORACLE_CASES=5000 makes it five times as long. */
export const seed = Number(process.env['ORACLE_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const traffics = Math.ceil(Number(process.env['ORACLE_CASES'] ?? 1000) / 1000);

/** Traffics with sites of their own. */
export function definedTraffics() {
  return fc.sample(traffic, { numRuns: traffics, seed }).map((plan, index) => {
    const rename = (row: Traffic['pings'][number]) => ({ ...row, site_id: `run-${index}.${row.site_id}` });
    const pings = plan.pings.map(rename);
    const sites = ['a', 'b'].map((name) => {
      const id = `run-${index}.${name}`;
      const own = pings.filter(({ site_id }) => site_id === id);
      return readSite([id], own);
    });
    const batches = plan.batches.map((batch) => batch.map(rename));
    const replay = plan.replay.map((batch) => batch.map(rename));
    /** Expects each view to have the rows of its definition. @param ask sends a query */
    async function expectRows(when: string, ask: (query: string) => Promise<Row[]>): Promise<void> {
      for (const [view, { columns, rowsOf }] of Object.entries(views))
        for (const site of sites) {
          const found = await ask(`select ${columns} from bi.${view} where site_id = '${site.ids[0]}'`);
          expect({ when, view, rows: sorted(found) }).toEqual({ when, view, rows: sorted(rowsOf(site)) });
        }
    }
    return { index, pings, settling: plan.settling, batches, replay, expectRows };
  });
}

export const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();
