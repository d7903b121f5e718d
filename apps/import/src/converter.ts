import {
  createPipeline,
  halfHourMs,
  type Identify,
  okWith,
  type PipelineDeps,
  startOfMonth,
} from '@tallyhouse/ingest/pipeline';
import type { LogMessage } from '@tallyhouse/log';
import {
  emptyRow,
  encodeRow,
  idAge,
  idLead,
  isUuid7,
  keyOf,
  type PingRow,
  storableText,
  timeInId,
} from '@tallyhouse/ping';
import { Recent } from '@tallyhouse/service';
import type { ImportRecord, Known } from './format.ts';
import { fittingEvent } from './formats/props.ts';
import { type createImportIds, laterPingIdOf, pingIdOf } from './ids.ts';
import type { Sessions } from './sessions.ts';
import { fittingId } from './storable-key.ts';
import { type Counts, countReason, countTime } from './summary.ts';

const dayMs = 86_400_000;

/** The rules of the site, as ingest has them. */
export type ConverterDeps = Omit<PipelineDeps, 'identify' | 'pingId'>;

/** Runs a record through the pipeline. @returns a function that returns the fault of a record, if any. */
export function createConverter(
  site: string,
  deps: ConverterDeps,
  sessions: Sessions,
  ids: ReturnType<typeof createImportIds>,
  counts: Counts,
) {
  let isNewVisit = false;
  let pingId = '';
  let visitBegan: number | undefined;
  const identify: Identify = (arrived) => {
    const { ping, ip, userAgent } = arrived;
    const { pinged_at: at, type, session_id, pageview_id = emptyRow.pageview_id } = ping;
    const isView = type === 'view';
    const visitor =
      ping.visitor_id === undefined
        ? anonymous(at, ip, userAgent)
        : ids.visitor(at, ping.visitor_id, sessions.knows);
    const visit =
      session_id === undefined
        ? sessions.find(visitor, at, halfHourMs, isView)
        : named(session_id, at, isView);
    isNewVisit = visit.isNew;
    return okWith(arrived, {
      ids: {
        visitor_id: visitor,
        session_id: visit.id,
        pageview_id: type === 'event' ? emptyRow.pageview_id : pageview_id,
      },
    });
  };

  /** A visit that began in the previous month continues under its visitor, as in ingest. One that is known in this month stays there. */
  function anonymous(at: number, ip: string, userAgent: string): string {
    const visitor = ids.anonymous(at, ip, userAgent);
    const begun = startOfMonth(at);
    if (at >= begun + dayMs || sessions.goesOn(visitor, at, halfHourMs)) return visitor;
    const earlier = ids.anonymous(begun - 1, ip, userAgent);
    return sessions.goesOn(earlier, at, halfHourMs) ? earlier : visitor;
  }

  /** A session of this software keeps its id. */
  function named(visit: string, at: number, isView: boolean) {
    const fits = (began: number) => began >= at - idAge && began <= at + idLead;
    const isOurs = isUuid7(visit) && fits(timeInId(visit));
    const began = visitBegan !== undefined && fits(visitBegan) ? visitBegan : at;
    const found = sessions.find(`visit ${visit}`, at, dayMs, isView, began);
    return isOurs ? { ...found, id: visit } : found;
  }

  const places = new Recent<{ second: number; place: number }>(8_000);

  /** Most sources know seconds: each further record of a visit in one second is a millisecond later, so that they keep their order. */
  function inOrder(row: PingRow, named: number | undefined): PingRow {
    const { pinged_at: second, session_id, type } = row;
    if (type === 'engage') return row;
    if (named !== undefined) return { ...row, pinged_at: second + Math.min(named, 999) };
    if (second % 1000 !== 0) return row;
    const last = places.get(session_id);
    const place = last?.second === second ? Math.min(last.place + 1, 999) : 0;
    places.set(session_id, { second, place });
    return place === 0 ? row : { ...row, pinged_at: second + place };
  }

  const pipeline = createPipeline({ ...deps, identify, pingId: () => pingId });
  const operator = { address: '', userAgent: '', acceptLanguage: '', keyed: true };

  return (record: ImportRecord, key: string, now: number, messages: LogMessage[]): string | undefined => {
    const { at, known, engaged, of } = record;
    const id = ids.pageview(at, key);
    pingId = pingIdOf(id);
    visitBegan = record.visitBegan;
    const outcome = pipeline({
      sender: { ...operator, receivedAt: now },
      // Spread, it takes ten times as long: 2 us.
      entry: Object.assign({}, record.ping, eventOf(record), {
        site_id: site,
        timestamp: at,
        visitor_id: fittingId(record.visitor),
        session_id: fittingId(record.visit),
        pageview_id: of === undefined ? id : ids.pageview(of.at, of.key),
      }),
    });
    if (outcome.kind === 'reject') return outcome.message;
    if (outcome.kind === 'forbidden') return undefined; // only with a sender's key
    if (outcome.kind === 'drop') {
      countReason(counts.dropped, outcome.reason);
      messages.push({ key: outcome.row.ping_id, value: encodeRow(outcome.row) });
      return undefined;
    }
    const found =
      known === undefined ? outcome.value : withKnown(outcome.value, storable(known, deps.coordinates));
    const row = inOrder(found, record.place);
    count(row);
    const to = keyOf(row);
    messages.push({ key: to, value: encodeRow(row) });
    if (engaged !== undefined && isPageview(row)) {
      messages.push({ key: to, value: encodeRow(laterRow(row, engaged)) });
    }
    return undefined;
  };

  function eventOf({ ping: { event: named } }: ImportRecord): { event: string } | undefined {
    if (typeof named !== 'string') return undefined;
    const { event, cut } = fittingEvent(named);
    if (cut !== undefined) countReason(counts.skipped, cut);
    return { event };
  }

  function count(row: PingRow): void {
    if (row.type === 'engage') return;
    countTime(counts, row.pinged_at);
    if (!isPageview(row)) {
      counts.events++;
      return;
    }
    counts.pageviews++;
    if (isNewVisit) counts.visits++;
    if (sessions.isNewVisitor(row.visitor_id)) counts.visitors++;
  }
}

const isPageview = ({ type, event }: PingRow) => type === 'view' && event === '';

/** The ping with the reading time of a page. */
function laterRow(
  row: PingRow,
  { untilMs, focus_time_ms = 0, scroll_depth = 0 }: NonNullable<ImportRecord['engaged']>,
): PingRow {
  return {
    ...row,
    type: 'engage',
    ping_id: laterPingIdOf(row.pageview_id),
    pinged_at: Math.max(Math.min(row.pinged_at + untilMs, timeInId(row.session_id) + idAge), row.pinged_at),
    focus_time_ms: Math.round(Math.min(Math.max(focus_time_ms, 0), dayMs)),
    scroll_depth: Math.round(Math.min(Math.max(scroll_depth, 0), 100)),
  };
}

/** Takes the facts that the source has; a place as a whole or not at all, so that no city is in another country. */
function withKnown(row: PingRow, known: Known): PingRow {
  const { country = row.country, city = row.city } = known;
  if (country === row.country && city === row.city) return { ...row, ...known };
  return { ...row, region: '', city: '', latitude: null, longitude: null, ...known };
}

/** Without unknown values, and short enough to be stored. The only numbers are coordinates. */
function storable(known: Known, coordinates: boolean): Known {
  const stored: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(known)) {
    if (typeof value === 'number') {
      if (coordinates) stored[name] = value;
    } else if (value) stored[name] = storableText(value, 200);
  }
  return stored;
}
