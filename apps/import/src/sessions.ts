import { idAge, timeInId } from '@tallyhouse/ping';
import { Recent } from '@tallyhouse/service';

/** A session: its id, its first and last moment (milliseconds since 1970), and the last run that saw a page view of it. */
export type VisitSpan = [id: string, first: number, last: number, run: number];

/** Where they are kept: the databases of state.ts. */
export interface SessionFile {
  visits: Kept<VisitSpan[]>;
  /** The last run that saw a visitor. */
  visitors: Kept<number>;
}

interface Kept<Value> {
  get(key: string): Value | undefined;
  putSync(key: string, value: Value): unknown;
}

/** How late a line of a log may come and still move the begin of a session, milliseconds. */
const latest = 10 * 60_000;

/**
 * Assigns sessions to page views. The sessions of an owner (a visitor, or a visit that the source named) are spans of time that
 * do not overlap; each page view is within its session's span. A page view
 *
 * 1. continues the last session that began before it, if less than `silence` has passed since that one's last moment,
 * 2. else begins earlier the next session, if that lies less than `silence` and 10 minutes ahead: the lines of a log are not
 *    strictly in the order of time,
 * 3. else opens a session, whose id is derived from its owner and this moment.
 *
 * No session gets longer than 24 hours. Spans only grow, and only into the silence around them: so the same page view always finds
 * the same session again, wherever the import was resumed and however its files are cut. They are in the file before any ping of
 * them is in the log. All of it happens in transactions of that file, which end with `save`, because other imports use it too.
 */
export function createSessions(
  { visits, visitors }: SessionFile,
  run: number,
  newId: (start: number, owner: string) => string,
) {
  /** Changed in this transaction. */
  const changed = new Map<string, VisitSpan[]>();
  /** Seen by this run lately, though another import at the same time may have seen it since. */
  const seen = new Recent<true>(100_000);
  const isFirst = (id: string) => {
    const isNew = seen.get(id) === undefined;
    seen.set(id, true);
    return isNew;
  };
  const spansOf = (owner: string) => changed.get(owner) ?? visits.get(owner) ?? [];

  return {
    /** Whether an event or a page view at this time continues a session of the owner. */
    goesOn(owner: string, at: number, silence: number): boolean {
      const earlier = spansOf(owner).findLast(([, first]) => first <= at);
      return continued(earlier, at, silence) !== undefined;
    },

    /**
     * @param silence milliseconds of it that end a session
     * @param counts whether it is a page view: an event belongs to a session, but does not make it a visit
     * @param began when the source says that a session of this moment began: its id is derived from that, whatever row is read first
     * @returns the id of the session, and whether this run sees it for the first time
     */
    find(owner: string, at: number, silence: number, counts: boolean, began = at) {
      const spans = spansOf(owner);
      const next = spans.findLastIndex(([, first]) => first <= at) + 1;
      const span = continued(spans[next - 1], at, silence) ?? begunEarlier(spans[next], at, silence);
      const found: VisitSpan = span ?? [newId(began, owner), at, at, 0];
      if (span === undefined) spans.splice(next, 0, found);
      const isNew = counts && found[3] !== run && isFirst(found[0]);
      if (span === undefined || at < found[1] || at > found[2] || isNew) {
        found[1] = Math.min(found[1], at);
        found[2] = Math.max(found[2], at);
        if (counts) found[3] = run;
        changed.set(owner, spans);
      }
      return { id: found[0], isNew };
    },

    /** Whether a page view of the visitor was imported. */
    knows: (visitor: string): boolean => visitors.get(visitor) !== undefined,

    /** Whether this run sees the visitor for the first time. */
    isNewVisitor(visitor: string): boolean {
      const isNew = visitors.get(visitor) !== run && isFirst(visitor);
      if (isNew) visitors.putSync(visitor, run);
      return isNew;
    },

    /** Writes what changed. */
    save(): void {
      for (const [owner, spans] of changed) visits.putSync(owner, spans);
      changed.clear();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

function continued(span: VisitSpan | undefined, at: number, silence: number): VisitSpan | undefined {
  if (span === undefined) return undefined;
  const [id, , last] = span;
  return at < last + silence && at < timeInId(id) + idAge ? span : undefined;
}

function begunEarlier(span: VisitSpan | undefined, at: number, silence: number): VisitSpan | undefined {
  if (span === undefined) return undefined;
  const [id, first] = span;
  return at > first - silence && at >= timeInId(id) - latest ? span : undefined;
}
