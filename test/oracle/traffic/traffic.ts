import { emptyRow, type PingRow } from '@tallyhouse/ping';
import type { Anchor } from './anchors.ts';
import { viewHashOf } from './crawls.ts';
import { hash, idOf, mayCarry, namedId } from './id.ts';
import { type PlannedSession, type PlannedTraffic, plannedTraffic, type Settling } from './planned.ts';

/** Pings, and the batches that store them: shuffled, some stored twice or three times. */
export interface Traffic {
  anchor: Anchor;
  pings: PingRow[];
  batches: PingRow[][];
  settling: Settling;
  /** All pings once more, in other batches. */
  replay: PingRow[][];
}

export function trafficOf(plan: PlannedTraffic): Traffic {
  const visitorId = visitorIds(plan);
  const planned: { row: PingRow; copies: number }[] = [];
  for (const [index, session] of plan.sessions.entries()) {
    const views = planned.flatMap(({ row }) => (row.event === '' ? row : []));
    const name = `session ${index} of ${plan.salt}`;
    planned.push(...pingsOf(session, plan, name, visitorId(session.visitor), views));
  }
  const pings = planned.map(({ row }) => row);
  const stored = planned.flatMap(({ row, copies }) => Array<PingRow>(copies).fill(row));
  return {
    anchor: plan.anchor,
    pings,
    batches: shuffledInto(plan.batches, stored, `${plan.salt}`),
    settling: plan.settling,
    replay: shuffledInto(2, pings, `again ${plan.salt}`),
  };
}

export const traffic = plannedTraffic.map(trafficOf);

/** A visitor's id is created with the first ping, earlier, or later because of a fast clock; a visitor may visit both sites. */
function visitorIds({ sessions, anchor, visitorAge, salt }: PlannedTraffic) {
  return (visitor: number) => {
    const begun = sessions
      .filter((session) => session.visitor === visitor)
      .map((session) => anchor.at + session.at);
    return namedId(Math.min(...begun) - visitorAge, `visitor ${visitor} of ${salt}`);
  };
}

/** @param others pings of pageviews of other sessions */
function pingsOf(
  session: PlannedSession,
  { anchor }: PlannedTraffic,
  name: string,
  visitor_id: string,
  others: readonly PingRow[],
) {
  const earlier = [...new Set(others.map(({ pageview_id }) => pageview_id))];
  const taken = new Set<string>();
  let entered = anchor.at + session.at;
  const pageviews = session.pageviews.map((pageview, index) => {
    if (index > 0) entered += pageview.after;
    // A pageview is entered at its first ping.
    const times = pageview.pings.map((ping, index) => entered + (index === 0 ? 0 : ping.after));
    const same = earlier[(pageview.sameId ?? Number.NaN) % earlier.length];
    const pageview_id =
      same !== undefined && !taken.has(same) && times.every((time) => mayCarry(same, time))
        ? same
        : idOf(`${name} ${index}`, pageview.made, entered, Math.max(...times));
    taken.add(pageview_id);
    return { ...pageview, pageview_id, times };
  });
  const times = pageviews.flatMap((pageview) => pageview.times);
  const idsOf = (isOwn: boolean) =>
    new Set(
      others.flatMap(({ site_id, session_id }) => ((site_id === session.site) === isOwn ? session_id : [])),
    );
  const elsewhere = [...idsOf(false)].filter((id) => !idsOf(true).has(id));
  const same = elsewhere[(session.sameId ?? Number.NaN) % elsewhere.length];
  const session_id =
    same !== undefined && times.every((time) => mayCarry(same, time))
      ? same
      : idOf(name, session.made, Math.min(...times), Math.max(...times));
  const views = pageviews.flatMap((pageview) =>
    pageview.pings.map((ping, index) => {
      const pinged_at = pageview.times[index] ?? 0;
      const received_at = pinged_at + ping.late;
      const { after: _, late: __, copies, texts, ...rest } = ping;
      const row: PingRow = {
        ...emptyRow,
        ping_id: namedId(received_at, `${name} ${pageview.pageview_id} ${index}`),
        site_id: session.site,
        pinged_at,
        received_at,
        visitor_id,
        session_id,
        pageview_id: pageview.pageview_id,
        drop_reason: '',
        view_hash:
          ping.type === 'view' ? viewHashOf(`${session.site} ${pageview.texts.page_path} ${visitor_id}`) : 0,
        ...pageview.texts,
        ...texts,
        ...rest,
      };
      return { row, copies };
    }),
  );
  const another = others.find((ping) => ping.visitor_id !== visitor_id)?.visitor_id ?? visitor_id;
  return [
    ...views,
    ...session.events.map((event, index) =>
      eventOf(event, session, anchor, `${name} event ${index}`, {
        visitor_id: event.ids === 'other visitor' ? another : visitor_id,
        session_id,
      }),
    ),
  ];
}

/** The ping of an event in, or about, a session. */
function eventOf(
  { at, after, late, ids, texts, withPage, props, copies }: PlannedSession['events'][number],
  session: PlannedSession,
  anchor: Anchor,
  name: string,
  { visitor_id, session_id }: Pick<PingRow, 'visitor_id' | 'session_id'>,
) {
  const pinged_at = anchor.at + (at ?? session.at + after);
  const has = (...known: (typeof ids)[]) => known.includes(ids);
  const row: PingRow = {
    ...emptyRow,
    ping_id: namedId(pinged_at + late, name),
    site_id: ids === 'other site' ? (session.site === 'a' ? 'b' : 'a') : session.site,
    pinged_at,
    received_at: pinged_at + late,
    visitor_id: has('both', 'visitor', 'other visitor') ? visitor_id : emptyRow.visitor_id,
    session_id: has('both', 'session', 'other site', 'other visitor')
      ? session_id
      : ids === 'strangers'
        ? namedId(pinged_at, `${name} stranger`)
        : emptyRow.session_id,
    ...texts,
    page_path: withPage ? texts.page_path : '',
    amount: texts.currency === '' ? '0' : texts.amount,
    props: Object.fromEntries(props),
  };
  return { row, copies };
}

/** Deals rows into batches, in an order unrelated to time. */
function shuffledInto(count: number, rows: PingRow[], salt: string): PingRow[][] {
  const dealt = rows.map((row, index) => ({ row, place: hash(`${salt} ${index}`) }));
  dealt.sort((a, b) => (a.place < b.place ? -1 : 1));
  return Array.from({ length: count }, (_, batch) =>
    dealt.filter((_, index) => index % count === batch).map(({ row }) => row),
  ).filter((batch) => batch.length > 0);
}
