/**
 * The rows of a relation, from the tables that have them, joined by `union all`. Each arm is the relation's SQL over one of these:
 *
 * - sums: whole units of settled days, if there is no filter;
 * - rows: the rest of the settled days, and changed days without the sessions that changed since;
 * - changed: these sessions on changed days, from the entity tables;
 * - live: live days, from the entity tables.
 *
 * So a report is always exact; days that are not settled only take more time. A relation may have several rows of one key,
 * which the report adds up.
 */

import { idAge, idLead } from '@tallyhouse/ping';
import type { TrustedDays } from '@tallyhouse/settle';
import { join, perShard, type Sql } from '@tallyhouse/sql';
import type { About } from './about.ts';
import { liveFrom } from './live.ts';
import { newcomersFrom } from './newcomers.ts';
import { type Relation, settledTablesFor, units } from './relation.ts';
import { settledFrom, sumsFrom } from './settled.ts';
import { type Span, spanOf, wholeUnits, within, without } from './spans.ts';

/**
 * Selects the rows of a relation.
 * @param trusted the days that may come from settled tables; without them all rows are read live
 * @param sessionEvents SQL of the events in the period, for filters on events
 */
export function rowsOf(
  relation: Relation,
  about: About,
  trusted: TrustedDays | undefined,
  sessionEvents: () => Sql,
): Sql {
  const { shards = 'apart', tables } = relation;
  if (about.cluster && trusted && tables.includes('settled_visitors')) {
    return relation.rows(newcomersFrom(about, (own) => armsOf(own, about, trusted, sessionEvents)));
  }
  const arms = armsOf(relation, about, trusted, sessionEvents);
  return shards === 'apart' ? perShard(arms) : arms;
}

function armsOf(
  relation: Relation,
  about: About,
  trusted: TrustedDays | undefined,
  sessionEvents: () => Sql,
): Sql {
  const { range, filters } = about;
  const whole = spanOf(range);
  const days = settledTablesFor(relation, filters).length > 0 ? trusted?.runs : undefined;
  const inState = (state: string) =>
    within(
      (days ?? []).filter((run) => run.state === state),
      whole,
    );
  const [settled, changed, unsettled] = [inState('settled'), inState('changed'), inState('live')];
  // No day has a state where settled tables cannot serve, or the range is empty: what begins in an hour that clocks
  // repeat may end before that, a year earlier.
  const live = settled.length + changed.length + unsettled.length > 0 ? unsettled : [whole];
  const sums = summed(relation, settled, about);
  const rows = without(settled, sums);
  const own = {
    ...about,
    filters: relation.unfiltered ? [] : filters,
    ofSessions: relation.ofSessions === true,
  };
  const sessions = { since: trusted?.changedSince ?? 0, few: trusted?.changedSessions };
  const liveRows = relation.live ?? relation.rows;
  const arms = [
    ...(sums.length > 0 ? sumsOf(relation, sumsFrom(own, sums, sessionEvents)) : []),
    ...(rows.length + changed.length > 0
      ? [relation.rows(settledFrom(own, rows, { spans: changed, sessions }, sessionEvents))]
      : []),
    ...(changed.length > 0 ? [liveRows(liveFrom(own, changed, sessions, sessionEvents))] : []),
    ...(live.length > 0 ? [liveRows(liveFrom(own, live, undefined, sessionEvents))] : []),
  ];
  return join(arms, '\nunion all\n');
}

/**
 * The spans of settled days that are read as whole units of sums. With a filter, whole days of pageviews count as such too:
 * their projection by page has no times.
 */
function summed(
  { sums, tables, countsFirstViews }: Relation,
  settled: readonly Span[],
  { range, filters, bucketStarts }: About,
): Span[] {
  const ofPageviews = tables.includes('settled_pageviews') && sums?.rows === undefined;
  if (sums === undefined || (filters.length > 0 && !ofPageviews)) return [];
  const unit = units[sums.by];
  // A sum would belong to two of the report.
  if (sums.bucketed && bucketStarts.slice(1).some((start) => start % unit !== 0)) return [];
  // The first view of a whole day is the session's first: the session may have viewed the page before the start of the range.
  const from = countsFirstViews ? range.start + idAge + idLead : range.start;
  return wholeUnits(within(settled, { from, until: range.end }), unit);
}

function sumsOf({ rows, sums }: Relation, from: ReturnType<typeof sumsFrom>): Sql[] {
  const counts = sums?.counts?.(from);
  return [sums?.rows?.(from) ?? rows(from), ...(counts ? [counts] : [])];
}
