/** Which slots of a rollup make up a stretch: the longest that fit, each moment in one of them. */

import { lastSlot, sqlSlot } from '../key-range.ts';
import type { Range } from '../range.ts';
import type { SlotLength } from './sources.ts';

const minute = 60_000;

const startOf = { 1440: 'toStartOfDay', 60: 'toStartOfHour', 15: 'toStartOfFifteenMinutes' } as const;

/** SQL, and the values of the parameters in it. */
export interface Condition {
  sql: string;
  bindings: Record<string, unknown>;
}

/**
 * A condition on `minutes` and `slot`, the length and begin of a slot. Days where they fit, hours before and after them and
 * where a bucket begins within the day, quarters of hours likewise; what does not occur is left out, as the time that
 * ClickHouse takes to read the SQL is felt.
 * @param lengths those that the rollup has, the longest first
 * @param stretch begins and ends with a slot of the shortest length
 * @param bucketStarts where the buckets of the report begin, milliseconds since 1970; the first with the range or before it.
 *   Every zone's clocks differ from UTC by whole quarters of an hour in the years that pings are from
 * @param prefix of the parameters' names
 */
export function slotCondition(
  lengths: readonly SlotLength[],
  stretch: Range,
  bucketStarts: readonly number[],
  prefix: string,
): Condition {
  const bindings: Record<string, unknown> = {
    [`${prefix}_from`]: sqlSlot(stretch.start),
    [`${prefix}_until`]: sqlSlot(stretch.end),
  };
  const alternatives: string[] = [];
  // What the longer slots left: outside of theirs, and where a bucket begins in the midst of one of them.
  let left: string | undefined;
  for (const [place, length] of lengths.entries()) {
    const first = Math.ceil(stretch.start / (length * minute)) * length * minute;
    const last = Math.floor(stretch.end / (length * minute)) * length * minute;
    const shortest = place === lengths.length - 1;
    if (first >= last && !shortest) continue;
    const parted = shortest ? [] : partedSlots(length, bucketStarts);
    const [from, until, within] = [
      `${prefix}_from_${length}`,
      `${prefix}_until_${length}`,
      `parted_${length}`,
    ];
    const conditions = [`minutes = ${length}`];
    if (!shortest) {
      bindings[from] = sqlSlot(first);
      bindings[until] = sqlSlot(last);
      conditions.push(`slot >= {${from}:DateTime('UTC')}`, `slot < {${until}:DateTime('UTC')}`);
    }
    if (left !== undefined) conditions.push(`(${left})`);
    if (parted.length > 0) {
      bindings[within] = parted;
      conditions.push(`toUnixTimestamp(slot) not in {${within}:Array(UInt32)}`);
    }
    alternatives.push(conditions.join(' and '));
    if (parted.length === 0 && first === stretch.start && last === stretch.end) break;
    left = [
      `slot < {${from}:DateTime('UTC')}`,
      `slot >= {${until}:DateTime('UTC')}`,
      ...(parted.length > 0
        ? [`toUnixTimestamp(${startOf[length]}(slot)) in {${within}:Array(UInt32)}`]
        : []),
    ].join(' or ');
  }
  return {
    sql: `slot >= {${prefix}_from:DateTime('UTC')}
  and slot < {${prefix}_until:DateTime('UTC')}
  and (
      ${alternatives.join('\n      or ')}
  )`,
    bindings,
  };
}

/**
 * The slots of a length in the midst of which a bucket begins, seconds since 1970. There may be thousands, of which ClickHouse
 * takes no more than 128 KiB in a parameter: as texts they are more.
 */
function partedSlots(length: SlotLength, [, ...bucketStarts]: readonly number[]): number[] {
  const span = length * minute;
  const within = bucketStarts.filter((start) => start % span !== 0 && start >= 0 && start < lastSlot);
  return [...new Set(within.map((start) => (Math.floor(start / span) * span) / 1000))];
}
