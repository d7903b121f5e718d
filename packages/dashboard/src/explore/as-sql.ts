import { sessionProperties } from '@tallyhouse/ping/session-properties';
import { spelling } from '@tallyhouse/ping/spelling';
import type { Granularity, Meta } from '../api/reports.ts';
import type { Filter } from '../filters/filter.ts';
import { type Explored, exploredName } from '../url/explored.ts';
import { canonicalZone } from '../url/timezone.ts';
import type { View } from '../url/view.ts';
import { messages } from '../words/words.ts';
import { currencyOf, metricWords } from './metrics.ts';

/** Views of the BI database, with the time that decides the period of a row. */
const times = { sessions: 'first_seen_at', pageviews: 'entered_at', events: 'occurred_at' } as const;
type Fact = keyof typeof times;

const literal = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
const moment = (iso: string) =>
  `toDateTime64('${iso.slice(0, 19).replace('T', ' ')}${iso.slice(19, 23)}', 3, 'UTC')`;
const known = (id: string) => `${id} != toUUID('00000000-0000-0000-0000-000000000000')`;
/** Rounded halves up, as the API does. */
const mean = (sum: string, factor = 1) => `floor(${sum} / nullIf(count(), 0) * ${factor} + 0.5) / ${factor}`;
const visitors = 'uniqCombined64(17)(visitor_id)';

/** The metrics over the rows of a view. Metrics that need rows of two views, or another period, are missing. */
const metrics: Readonly<Record<Fact, Readonly<Record<string, string>>>> = {
  sessions: {
    visits: 'count()',
    visitors,
    bounce_rate: mean('100 * countIf(bounced)', 100),
    visit_duration_seconds: mean('sum(duration_ms) / 1000', 100),
  },
  pageviews: {
    pageviews: 'count()',
    visitors,
    // With the view's name, because a column of the result has the same.
    focus_time_ms: mean('sum(pageviews.focus_time_ms)'),
    scroll_depth: mean('sum(pageviews.scroll_depth)', 100),
  },
  events: {
    events: 'count()',
    visitors: `uniqCombined64If(17)(visitor_id, ${known('visitor_id')})`,
    visits: `uniqExactIf(session_id, ${known('session_id')})`,
  },
};

/** A question as a `select` with the same rows, or the reason why no view has them. */
export function sqlOf(
  { explored, filters, timezone }: View,
  granularity: Granularity,
  { sites, start, end }: Meta,
  limit: number,
): { sql: string } | { none: string } {
  const { dimensions, metrics: asked, offset } = explored;
  const fact = factOf(explored);
  if (fact === undefined) return { none: messages.explore.noViewCounts(asked.map(metricWords).join(', ')) };
  const bucket = (time: string) => bucketOf(granularity, time, literal(canonicalZone(timezone) ?? timezone));
  const columns = dimensions.map((name) => (name === 'bucket' ? bucket(times[fact]) : columnOf(fact, name)));
  const conditions = filters.map((filter) => conditionOf(fact, filter));
  const lost = dimensions[columns.indexOf(undefined)] ?? filters[conditions.indexOf(undefined)]?.dimension;
  if (lost) return { none: messages.explore.notInView(fact, messages.general.inText(exploredName(lost))) };

  const names = dimensions.map((name) => `\`${name}\``);
  const last = new Date(Date.parse(end) - 1).toISOString();
  const where = [
    `site_id in (${sites.map(literal).join(', ')})`,
    `date between '${start.slice(0, 10)}' and '${last.slice(0, 10)}'`,
    `${times[fact]} >= ${moment(start)}`,
    `${times[fact]} < ${moment(end)}`,
    ...dimensions
      .flatMap((name) => propertyOf(name) ?? [])
      .map((key) => `mapContains(props, ${literal(key)})`),
    ...conditions,
  ];
  const selected = [
    ...names.map((name, index) => `${columns[index]} as ${name}`),
    ...asked.map((name) => `${metricOf(fact, name)} as \`${name}\``),
  ];
  const isOverTime = dimensions.join() === 'bucket';
  const fill = `order by \`bucket\` with fill from ${bucket(moment(start))} to ${bucket(moment(last))} + interval 1 ${granularity} step interval 1 ${granularity}`;
  const rows = [
    'select',
    `    ${selected.join(',\n    ')}`,
    `from bi.${fact}`,
    `where ${where.join('\n  and ')}`,
    ...(names.length > 0 ? [`group by ${names.join(', ')}`] : []),
  ];
  return {
    sql: [
      // Every bucket is there.
      ...(isOverTime ? ['select', '    *', 'from (', ...rows, fill, ')'] : rows),
      ...(names.length > 0 ? [`order by ${[orderOf(explored), ...names].join(', ')}`] : []),
      `limit ${limit} offset ${offset}`,
    ].join('\n'),
  };
}

/** The view whose rows all metrics count. Visitors of a property of visits are those of the visits, others those of pageviews. */
function factOf({ dimensions, metrics: asked }: Explored): Fact | undefined {
  const isOfVisits = dimensions.some((name) => ofVisits(name) !== undefined);
  const isOfEvents = dimensions.some((name) => name === 'event' || propertyOf(name) !== undefined);
  const facts: readonly Fact[] = isOfEvents
    ? ['events']
    : isOfVisits || !asked.includes('visitors')
      ? ['sessions', 'pageviews', 'events']
      : ['pageviews'];
  const fact = facts.find((one) => asked.every((name) => metricOf(one, name) !== undefined));
  // Combined with events, visits and visitors are counted in rows of events.
  const isMixed = facts.length > 1 && fact !== facts[0] && asked.some((name) => name in metrics.sessions);
  return isMixed ? undefined : fact;
}

function metricOf(fact: Fact, name: string): string | undefined {
  const currency = currencyOf(name);
  if (currency === undefined) return metrics[fact][name];
  return fact === 'events' ? `sumIf(amount, currency = '${currency}')` : undefined;
}

const propertyOf = (dimension: string) => /^prop\.(.+)$/.exec(dimension)?.[1];

/** The column of a property with one value for each visit. */
function ofVisits(dimension: string): string | undefined {
  if (dimension === 'site') return 'site_id';
  // The views do not know the rules of the sites file, which compute others.
  return Object.hasOwn(sessionProperties, dimension) || dimension === 'exit_page' ? dimension : undefined;
}

/** @returns undefined for a dimension that the view does not have */
function columnOf(fact: Fact, dimension: string): string | undefined {
  if (dimension === 'page') return fact === 'sessions' ? undefined : 'page_path';
  const property = propertyOf(dimension);
  if (fact !== 'events') return ofVisits(dimension);
  if (property !== undefined) return `props[${literal(property)}]`;
  return dimension === 'event' ? dimension : ofVisits(dimension);
}

/** @returns undefined for a filter that is not a condition on the rows of the view */
function conditionOf(fact: Fact, { dimension, operator, values }: Filter): string | undefined {
  const column = columnOf(fact, dimension);
  const isPart = operator.endsWith('~');
  // Other paths are resolved to those of pings only by the API.
  const isPath = dimension.endsWith('page') && !isPart;
  const isPlain = values.every((value) => /^\/([\w.~/-]*[\w.~-])?$/.test(value));
  if (column === undefined || (isPath && !isPlain)) return undefined;
  const not = operator.startsWith('!') ? 'not ' : '';
  const stored = values.map((value) => spelling[column]?.(value) ?? value);
  if (!isPart) return `${column} ${not}in (${stored.map(literal).join(', ')})`;
  const parts = values.map((value) => `position(${folded(column)}, ${folded(literal(value))}) > 0`);
  return `${not}(${parts.join(' or ')})`;
}

/** Case-folded by Unicode. */
const folded = (text: string) => `upperUTF8(lowerUTF8(${text}))`;

/** The start of the hour, day, week or month of a time, by the clock of a zone. */
function bucketOf(granularity: Granularity, time: string, zone: string): string {
  if (granularity === 'hour') return `toStartOfHour(toDateTime(${time}, ${zone}))`;
  if (granularity === 'day') return `toStartOfDay(${time}, ${zone})`;
  return granularity === 'week' ? `toStartOfWeek(${time}, 1, ${zone})` : `toStartOfMonth(${time}, ${zone})`;
}

function orderOf({ sort, dimensions, metrics: [first] }: Explored): string {
  const by = sort ?? (dimensions.includes('bucket') ? 'bucket' : `-${first}`);
  return by.startsWith('-') ? `\`${by.slice(1)}\` desc nulls last` : `\`${by}\` nulls last`;
}
