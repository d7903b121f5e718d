import { type DescribedView, describedViews } from '@tallyhouse/schema';

export interface Table extends DescribedView {
  /** The columns that name a row of a site. */
  key: readonly string[];
  /** The column with the time of a row, if any. */
  time: string | undefined;
  /** Whether it has sums of UTC days, rather than rows with a time. */
  isDaily: boolean;
}

const rows: Record<string, { key: string[]; time?: string }> = {
  pageviews: { key: ['session_id', 'pageview_id'], time: 'entered_at' },
  sessions: { key: ['session_id'], time: 'first_seen_at' },
  events: { key: ['ping_id'], time: 'occurred_at' },
  visitors: { key: ['site_id', 'visitor_id'], time: 'first_seen_at' },
  sites: { key: ['site_id'] },
  crawls: { key: [], time: 'occurred_at' },
  annotations: { key: ['site_id', 'annotation_id'], time: 'at' },
  pings_hourly: { key: ['site_id', 'hour', 'outcome', 'reason'], time: 'hour' },
};

/** The columns by which a daily view adds up. */
const keyOfDays: Record<string, string[]> = {
  days: [],
  changed_days: [],
  pages_daily: ['page_path'],
  sources_daily: ['source', 'medium'],
  places_daily: ['country', 'region', 'city'],
  devices_daily: ['browser', 'os', 'device_type'],
  events_daily: ['event', 'currency'],
};

/** The views, with further properties for the tools. */
export const tables: readonly Table[] = describedViews().map((view) => {
  const of = rows[view.name];
  if (of !== undefined) return { ...view, key: of.key, time: of.time, isDaily: false };
  const by = keyOfDays[view.name];
  return {
    ...view,
    key: by ? ['site_id', 'date', ...by] : [],
    time: by && 'date',
    isDaily: by !== undefined,
  };
});

/** The columns that name a row among those of all sites: the ids of a browser may occur on several sites. */
export const keyOverSites = ({ key }: Table): string[] =>
  key.length === 0 ? [] : [...new Set(['site_id', ...key])];

/** The views whose rows tools join and count, in any zone. Sums of UTC days are right only in UTC. */
export const rowTables: readonly Table[] = tables.filter(({ name }) =>
  ['pageviews', 'sessions', 'events', 'visitors'].includes(name),
);

/** A type of ClickHouse, as tools distinguish types. */
export type Kind = 'text' | 'whole' | 'number' | 'money' | 'truth' | 'day' | 'time' | 'map';

export function kindOf(type: string): Kind {
  const plain = type.replace(/^(?:LowCardinality|Nullable)\((.*)\)$/, '$1');
  if (plain.startsWith('DateTime')) return 'time';
  if (plain.startsWith('Date')) return 'day';
  if (plain.startsWith('Decimal')) return 'money';
  if (plain.startsWith('Float')) return 'number';
  if (/^U?Int/.test(plain)) return 'whole';
  if (plain === 'Bool') return 'truth';
  return plain.startsWith('Map') ? 'map' : 'text';
}

/** Columns that a tool would wrongly add up: visitors of days, and amounts of several currencies. */
export const hasNoSum = (name: string): boolean => name === 'visitors_of_day' || name === 'amount';
