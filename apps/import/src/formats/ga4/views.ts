import { Recent } from '@tallyhouse/service';
import type { ImportRecord } from '../../format.ts';

/** Page views that an engagement may still belong to: some 700 bytes each. A day's table has a million rows, in no order. */
const remembered = 200_000;

interface Viewed {
  /** Time and key of the page view; undefined while only other rows of its page have come. */
  of: { at: number; key: string } | undefined;
  focus: number;
  depth: number;
  until: number;
  /** The page views and other rows of the visit and page that were taken: another file may repeat them, in another order. */
  rows: readonly string[];
}

const unread: Viewed = { of: undefined, focus: 0, depth: 0, until: 0, rows: [] };

/**
 * Adds up how long pages were read: each event of GA4 has the time since the previous one. It belongs to the last page view of its visit
 * and page, or, because rows of a table are in no order, to the first one that follows.
 */
export function createViews() {
  const viewed = new Recent<Viewed>(remembered);
  return {
    /** A page view, with its own time. @param page the visit and the page */
    opened(page: string, at: number, key: string, focus: number): ImportRecord['engaged'] {
      const last = viewed.get(page) ?? unread;
      const { focus: before, depth, until } = last.of === undefined ? last : unread;
      const rows = [...last.rows, key];
      const opened = { of: { at, key }, focus: focus + before, depth, until: Math.max(at, until), rows };
      const view = last.rows.includes(key) ? last : opened;
      viewed.set(page, view);
      if (view.of?.key !== key || (view.focus === 0 && view.depth === 0)) return undefined;
      return { untilMs: view.until - at, focus_time_ms: view.focus, scroll_depth: view.depth };
    },

    /** More time on a page, by a row: the state of its page view. Undefined when that is to come, or the row is there again, maybe after another view. */
    read(page: string, at: number, row: string, focus: number, depth: number) {
      const last = viewed.get(page) ?? unread;
      if (last.rows.includes(row)) return undefined;
      const view = added(last, at, row, focus, depth);
      viewed.set(page, view);
      return view.of && { of: view.of, focus: view.focus, depth: view.depth };
    },
  };
}

const added = (last: Viewed, at: number, row: string, focus: number, depth: number): Viewed => ({
  of: last.of,
  focus: last.focus + focus,
  depth: Math.max(last.depth, depth),
  until: Math.max(last.until, at),
  rows: [...last.rows, row],
});
