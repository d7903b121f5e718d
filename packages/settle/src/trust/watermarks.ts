import { raw, render, type Sql, sql, sqlSecond, text } from '@tallyhouse/sql';
import { z } from 'zod';
import type { DayParts, Read } from './find.ts';

const partWatermark = z.object({ part: z.string(), watermark: z.number() });

/** The watermark that was read while the day's parts had this hash. */
interface KnownDay {
  hash: string;
  watermark: number;
}

/** Up to when the days of a table are settled, by their starts: milliseconds since 1970, in the future or not. */
export type Watermarks = ReadonlyMap<number, number>;

/** One in the future is of a clock that was ahead: what is stored meanwhile would count as older. It is no watermark. */
export const past = (watermarks: Watermarks, now: number): Watermarks =>
  new Map([...watermarks].filter(([, watermark]) => watermark <= now));

/**
 * Reads the watermarks of parts that were not read yet: opening a part of each day would take longer than everything else before a
 * report's query.
 */
export function createWatermarks() {
  const known = new Map<string, Map<number, KnownDay>>();

  /** @param stored the name of a settled table in ClickHouse */
  return async (read: Read, stored: string, present: readonly DayParts[]): Promise<Watermarks> => {
    const days = known.get(stored) ?? new Map<number, KnownDay>();
    known.set(stored, days);
    const unknown = present.filter(({ at, hash }) => days.get(at)?.hash !== hash);
    if (unknown.length > 0) {
      const { sql, values } = render(watermarksIn(stored, unknown));
      const rows = await read(sql, values, partWatermark);
      const byPart = new Map<string, number[]>();
      for (const { part, watermark } of rows) byPart.set(part, [...(byPart.get(part) ?? []), watermark]);
      for (const { at, names, hash } of present) {
        const [watermark, ...others] = names.flatMap((name) => byPart.get(name) ?? []);
        // Parts that were replaced in between have no watermark here: the day is live until its parts are listed again. A day that a
        // killed server kept twice (rebuild.ts) has two, and is live until it is rebuilt.
        if (watermark !== undefined && others.length === 0) days.set(at, { hash, watermark });
      }
    }
    return new Map(
      present.flatMap(({ at, hash }) => {
        const found = days.get(at);
        return found?.hash === hash ? [[at, found.watermark]] : [];
      }),
    );
  };
}

function watermarksIn(stored: string, days: readonly DayParts[]): Sql {
  const starts = days.map(({ at }) => at).sort((a, b) => a - b);
  const partition = (at: number | undefined) =>
    text(
      sqlSecond(at ?? 0)
        .slice(0, 10)
        .replaceAll('-', ''),
    );
  return sql`
select
    _part as part,
    toUnixTimestamp64Milli(watermark) as watermark
from ${raw(stored)}
where site_id = ''
  and _partition_id >= ${partition(starts[0])}
  and _partition_id <= ${partition(starts.at(-1))}
settings
    -- Days are parts of a few rows: one thread reads thirty of them in half the time of two threads.
    max_threads = 1,
    optimize_move_to_prewhere = 0`;
}
