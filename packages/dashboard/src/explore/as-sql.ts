import { sessionProperties } from '@tallyhouse/ping/session-properties';
import type { Granularity } from '../api/reports.ts';
import type { Filter } from '../filters/filter.ts';
import { type Explored, exploredName } from '../url/explored.ts';
import { metricWords } from './metrics.ts';
import { bucketSql, literal, moment } from './sql-parts.ts';

/** A question whose period and sites are known. */
export interface Settled {
  explored: Explored;
  filters: readonly Filter[];
  timezone: string;
  granularity: Granularity;
  /** Ids. */
  sites: readonly string[];
  /** ISO 8601 in UTC; `end` is excluded. */
  start: string;
  end: string;
  limit: number;
}

/** SELECT over the views for BI tools, or why there is none. */
export type SqlForm = { sql: string } | { none: string };

/** A view of the BI database, with the time that decides to which period a row belongs. */
const times = { sessions: 'first_seen_at', pageviews: 'entered_at', events: 'occurred_at' } as const;
type Fact = keyof typeof times;

const visitors = 'uniqCombined64(17)(visitor_id)';
const known = (id: string) => `${id} != toUUID('00000000-0000-0000-0000-000000000000')`;
/** Rounded halves up, as the API does. */
const mean = (sum: string, decimals: 0 | 2) =>
  decimals === 0
    ? `floor(${sum} / nullIf(count(), 0) + 0.5)`
    : `floor(${sum} / nullIf(count(), 0) * 100 + 0.5) / 100`;

/** Each metric over the rows of a view. Those that count rows of two views, or need another period, are not among them. */
const metrics: Readonly<Record<Fact, Readonly<Record<string, string>>>> = {
  sessions: {
    visits: 'count()',
    visitors,
    bounce_rate: mean('100 * countIf(bounced)', 2),
    visit_duration_seconds: mean('sum(duration_ms) / 1000', 2),
  },
  pageviews: {
    pageviews: 'count()',
    visitors,
    // With the name of the view, as the column of the answer has the same.
    focus_time_ms: mean('sum(pageviews.focus_time_ms)', 0),
    scroll_depth: mean('sum(pageviews.scroll_depth)', 2),
  },
  events: {
    events: 'count()',
    visitors: `uniqCombined64If(17)(visitor_id, ${known('visitor_id')})`,
    visits: `uniqExactIf(session_id, ${known('session_id')})`,
  },
};

const isOfEvents = (dimension: string) => dimension === 'event' || dimension.startsWith('prop.');

/** Writes a question as SQL. It has one only where one view has the same rows. */
export function sqlOf(question: Settled): SqlForm {
  const { explored, filters, sites, start, end, timezone, granularity, limit } = question;
  const fact = factOf(explored);
  if (fact === undefined)
    return { none: `No single view counts ${listed(explored.metrics.map(metricWords))}.` };
  const columns = explored.dimensions.map((name) =>
    name === 'bucket' ? bucketSql(granularity, times[fact], timezone) : columnOf(fact, name),
  );
  // Whether a session is the first of its visitor depends on the sites that are asked.
  if (
    sites.length > 1 &&
    [...explored.dimensions, ...filters.map(({ dimension }) => dimension)].includes('visitor_type')
  )
    return { none: 'The view sessions knows new visitors of one site alone.' };
  const lost = explored.dimensions.find((_, index) => columns[index] === undefined);
  if (lost) return { none: `The view ${fact} has no rows by ${exploredName(lost).toLowerCase()}.` };
  const conditions = filters.map((filter) => conditionOf(fact, filter));
  const unsaid = filters.find((_, index) => conditions[index] === undefined);
  if (unsaid)
    return {
      none: `The view ${fact} cannot be filtered by ${exploredName(unsaid.dimension).toLowerCase()} like this.`,
    };

  const names = explored.dimensions.map((name) => `\`${name}\``);
  const selected = [
    ...names.map((name, index) => `${columns[index]} as ${name}`),
    ...explored.metrics.map((name) => `${metricSql(fact, name)} as \`${name}\``),
  ];
  const dates = `date between '${start.slice(0, 10)}' and '${new Date(Date.parse(end) - 1).toISOString().slice(0, 10)}'`;
  const where = [
    `site_id in (${sites.map(literal).join(', ')})`,
    dates,
    `${times[fact]} >= ${moment(start)}`,
    `${times[fact]} < ${moment(end)}`,
    ...explored.dimensions.flatMap((name) =>
      name.startsWith('prop.') ? [`mapContains(props, ${literal(name.slice(5))})`] : [],
    ),
    ...conditions,
  ];
  const rows = [
    `select\n    ${selected.join(',\n    ')}`,
    `from bi.${fact}`,
    `where ${where.join('\n    and ')}`,
    ...(names.length > 0 ? [`group by ${names.join(', ')}`] : []),
  ];
  const isOverTime = explored.dimensions.length === 1 && explored.dimensions[0] === 'bucket';
  const lines = isOverTime ? filled(rows, question) : rows;
  const order = [orderOf(explored), ...names].filter(
    (part, index, all) => all.findIndex((one) => one.startsWith(part)) === index,
  );
  return {
    sql: [
      ...lines,
      ...(names.length > 0 ? [`order by ${order.join(', ')}`] : []),
      `limit ${limit}${explored.offset > 0 ? ` offset ${explored.offset}` : ''}`,
    ].join('\n'),
  };
}

/** The view whose rows all metrics count. */
function factOf({ dimensions, metrics: asked }: Explored): Fact | undefined {
  if (dimensions.some(isOfEvents)) return has('events', asked) ? 'events' : undefined;
  const ofVisits = dimensions.some(
    (name) => Object.hasOwn(sessionProperties, name) || ['site', 'exit_page', 'visitor_type'].includes(name),
  );
  // Visitors of a property of visits are those of the visits, other visitors those of the pageviews.
  const order: readonly Fact[] = ofVisits
    ? ['sessions', 'pageviews', 'events']
    : ['pageviews', 'sessions', 'events'];
  const found = order.find((fact) => has(fact, asked));
  if (found === undefined || !asked.includes('visitors')) {
    return found === 'events' && asked.includes('visits') ? undefined : found;
  }
  return found === order[0] ? found : undefined;
}

const has = (fact: Fact, asked: readonly string[]) =>
  asked.every((name) => metricSql(fact, name) !== undefined);

function metricSql(fact: Fact, name: string): string | undefined {
  const [, currency] = /^revenue\.([A-Z]{3})$/.exec(name) ?? [];
  if (currency === undefined) return metrics[fact][name];
  return fact === 'events' ? `toString(sumIf(amount, currency = '${currency}'))` : undefined;
}

/** @returns undefined for a dimension that the view does not have */
function columnOf(fact: Fact, dimension: string): string | undefined {
  if (Object.hasOwn(sessionProperties, dimension) || dimension === 'exit_page') return dimension;
  if (dimension === 'site') return 'site_id';
  if (dimension === 'page') return fact === 'sessions' ? undefined : 'page_path';
  if (dimension === 'visitor_type') return fact === 'sessions' ? "if(is_new, 'new', 'returning')" : undefined;
  if (fact !== 'events' || !isOfEvents(dimension)) return undefined;
  return dimension === 'event' ? dimension : `props[${literal(dimension.slice(5))}]`;
}

/** @returns undefined for a filter that is no condition on the rows of the view */
function conditionOf(fact: Fact, { dimension, operator, values }: Filter): string | undefined {
  const column = columnOf(fact, dimension);
  // Paths of another form are read as those of pings, which only the API does.
  const isPlain = values.every((value) => /^\/($|[\w.~/-]*[\w.~-]$)/.test(value));
  const isPath = ['page', 'entry_page', 'exit_page'].includes(dimension) && !operator.endsWith('~');
  if (column === undefined || (isPath && !isPlain)) return undefined;
  const not = operator.startsWith('!') ? 'not ' : '';
  if (!operator.endsWith('~')) return `${column} ${not}in (${values.map(literal).join(', ')})`;
  const parts = values.map((value) => `position(${folded(column)}, ${folded(literal(value))}) > 0`);
  return `${not}(${parts.join(' or ')})`;
}

/** Without its case, as Unicode folds it. */
const folded = (text: string) => `upperUTF8(lowerUTF8(${text}))`;

/** Rows of time alone: every bucket is there. */
function filled(rows: readonly string[], { granularity, timezone, start, end }: Settled): string[] {
  const last = moment(new Date(Date.parse(end) - 1).toISOString());
  const [from, to] = [moment(start), last].map((at) => bucketSql(granularity, at, timezone));
  const inner = [
    ...rows,
    'order by `bucket` with fill',
    `    from ${from}`,
    `    to ${to} + interval 1 ${granularity}`,
    `    step interval 1 ${granularity}`,
  ];
  return ['select *', 'from (', ...inner.map((line) => line.replace(/^/gm, '    ')), ')'];
}

function orderOf({ sort, dimensions, metrics: [first] }: Explored): string {
  const by = sort ?? (dimensions.includes('bucket') ? 'bucket' : `-${first}`);
  return by.startsWith('-') ? `\`${by.slice(1)}\` desc nulls last` : `\`${by}\``;
}

const listed = (words: readonly string[]) =>
  words
    .map((one) => one.toLowerCase())
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
