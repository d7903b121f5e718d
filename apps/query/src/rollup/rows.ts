/**
 * Where a report's rows come from. A rollup holds most of the range, the entity tables the rest, and this is the one place
 * that parts them: at the longest stretch over which the rollup is complete (stretch.ts). So a report is exact at any time,
 * however far the rollups hold; what they lack costs time only. With a filter on more than properties of sessions all rows
 * come from the entity tables.
 */

import type { Filter } from '../filter/filter.ts';
import { fillSlots } from '../filter/slots.ts';
import { rangeBindings } from '../key-range.ts';
import type { Range } from '../range.ts';
import { type Condition, slotCondition } from './slots.ts';
import { type SourceName, sources } from './sources.ts';
import { isSome, overlap, type Span, spanOf, timesOf, without } from './spans.ts';
import type { Stretch, Stretches } from './stretch.ts';

const slot = /\/\* rows: (\w+) \*\//g;

/** The sources that a report's SQL has slots for. */
export function sourcesOf(sql: string): SourceName[] {
  const names = [...sql.matchAll(slot)].map(([, name]) => name);
  return [...new Set(names)].map((name) => {
    if (name === undefined || !isSource(name)) throw new Error(`no such rows: ${name}`);
    return name;
  });
}

const isSource = (name: string): name is SourceName => name in sources;

/**
 * Fills the slots of a report's SQL, block comments that say `rows: ` and a source, with what selects its rows. They may
 * come in several parts for one key, to be added up. The rows use `{site_id}`, `{start}` and `{end}`, and may hold slots for
 * filters in turn (see filter/slots.ts).
 * @param bucketStarts where the buckets of the report begin, milliseconds since 1970; the first with the range or before it
 * @param stretches where to take each source from its rollup; of those that it lacks all rows come from the entity tables
 */
export function fillRows(
  sql: string,
  range: Range,
  bucketStarts: readonly number[],
  stretches: Stretches,
  filters: readonly Filter[],
): Condition {
  const bindings: Record<string, unknown> = {};
  const filled = sourcesOf(sql).reduce((text, name) => {
    const stretch = stretches[name];
    const rows =
      stretch === undefined
        ? { sql: within(sources[name].live, [spanOf(range, 'start', 'end')]), bindings: {} }
        : rolledRows(name, range, stretch, bucketStarts, filters);
    Object.assign(bindings, rows.bindings);
    return text.replaceAll(`/* rows: ${name} */`, () => rows.sql);
  }, sql);
  return { sql: filled, bindings };
}

/** Selects the rows within a stretch, and those before and after it. */
function rolledRows(
  name: SourceName,
  range: Range,
  { rolled: { lengths, sql, edges = sources[name].live, edgesAlways }, range: stretch, finer }: Stretch,
  bucketStarts: readonly number[],
  filters: readonly Filter[],
): Condition {
  // A report with two sources takes them from two stretches.
  const whole = spanOf(range, 'start', 'end');
  const rolled = spanOf(stretch, `${name}_rolled_from`, `${name}_rolled_until`);
  const slots =
    lengths.length === 0
      ? { sql: '', bindings: {} }
      : slotCondition(lengths, stretch, bucketStarts, `${name}_slots`);
  const bindings: Record<string, unknown> = { ...timesOf(rolled), ...slots.bindings };
  const selects = [within(sql, [rolled]).replaceAll('/* slots */', () => slots.sql)];
  let left = without([whole], rolled);
  if (finer !== undefined) {
    const rows = spanOf(finer.range, `${name}_finer_from`, `${name}_finer_until`);
    const spans = left.map((span) => overlap(span, rows)).filter(isSome);
    if (spans.length > 0) selects.push(within(finer.rolled.sql, spans));
    left = without(left, rows);
    Object.assign(bindings, timesOf(rows));
  }
  if (left.length > 0 || edgesAlways) {
    const text = parted(fillSlots(edges, filters).sql, left, stretch.end);
    selects.push(within(text, left).replaceAll('{key_', `{${name}_edges_key_`));
    // Which sessions pass is asked of those near the edges only, where these lie on one side.
    const near = rangeBindings({
      start: left.at(0)?.from.at ?? range.end,
      end: left.at(-1)?.until.at ?? range.end,
    });
    bindings[`${name}_edges_key_start`] = near.key_start;
    bindings[`${name}_edges_key_end`] = near.key_end;
  }
  return { sql: selects.join('union all\n').replace(/\{(rolled_|slots_)/g, `{${name}_$1`), bindings };
}

/**
 * Fills the slots for times, block comments that say `within: `, perhaps a column of the table's key, and the time; or `near: `
 * and that column, for all pageviews of the sessions with one in the spans. The key is filtered too, so that few rows are
 * read. In a rollup it is `slot`, the day of the time. In an entity table it is the hour inside an id, at most 24 hours before
 * the time and 10 minutes after it (see key-range.ts).
 */
function within(sql: string, spans: readonly Span[]): string {
  return sql
    .replace(/\/\* within: (?:(\w+), )?(\w+) \*\//g, (_, key: string | undefined, time: string) =>
      anyOf(spans, (first, last) => {
        const exactly = `${time} >= ${first} and ${time} < ${last}`;
        if (key === undefined) return exactly;
        if (key === 'slot') return `slot > ${first} - interval 1 day and slot < ${last} and ${exactly}`;
        return `${key} >= ${first} - interval 25 hour and ${key} < ${last} + interval 10 minute and ${exactly}`;
      }),
    )
    .replace(/\/\* near: (\w+) \*\//g, (_, hour: string) =>
      anyOf(
        spans,
        (first, last) => `${hour} >= ${first} - interval 50 hour and ${hour} < ${last} + interval 25 hour`,
      ),
    );
}

/**
 * Fills the slots that part the edges, block comments that say `after: ` and the time: whether a row is after the stretch. Where
 * none can be, ClickHouse then leaves out what depends on it.
 */
function parted(sql: string, edges: readonly Span[], stretchEnd: number): string {
  const someAfter = edges.some(({ until }) => until.at > stretchEnd);
  return sql.replace(/\/\* after: (\w+) \*\//g, (_, time: string) =>
    someAfter ? `${time} >= {rolled_until:DateTime64(3, 'UTC')}` : 'false',
  );
}

function anyOf(spans: readonly Span[], condition: (first: string, last: string) => string): string {
  const alternatives = spans.map(({ from, until }) =>
    condition(`{${from.parameter}:DateTime64(3, 'UTC')}`, `{${until.parameter}:DateTime64(3, 'UTC')}`),
  );
  return alternatives.length === 0 ? 'false' : `(${alternatives.join(' or ')})`;
}
