import type { Annotation } from '../api/reports.ts';
import { isWithoutData } from './words.ts';

/** @param starts of the buckets, milliseconds since 1970; NaN for a place that only the comparison has */
const indexOf = (moment: number, starts: readonly number[]) =>
  Math.max(
    0,
    starts.findLastIndex((start) => start <= moment),
  );

/** The position of a moment among buckets, as a number of buckets. */
function positionOf(moment: number, starts: readonly number[]): number {
  const index = indexOf(moment, starts);
  const next = starts.findIndex((start) => start > moment);
  const [start = 0, end = 0] = [starts[index], starts[next]];
  return next <= index ? index : index + ((next - index) * (moment - start)) / (end - start);
}

/** The bucket that contains a moment. */
export const bucketOf = ({ at }: Annotation, starts: readonly number[]) => indexOf(Date.parse(at), starts);

/**
 * Markers on a chart, from 0 to 1. Overlapping markers are combined, at the position of the first one.
 * @param notes by time
 * @param least the least distance of two markers, from 0 to 1
 */
export function markersOf(notes: readonly Annotation[], starts: readonly number[], least: number) {
  const markers: { at: number; notes: Annotation[] }[] = [];
  for (const note of notes) {
    const at = bucketOf(note, starts) / Math.max(1, starts.length - 1);
    const last = markers.at(-1);
    if (last && at - last.at < least) last.notes.push(note);
    else markers.push({ at, notes: [note] });
  }
  return markers;
}

/** The times without data, from 0 to 1. */
export function stretchesOf(notes: readonly Annotation[], starts: readonly number[]) {
  const place = (moment: string) => positionOf(Date.parse(moment), starts) / Math.max(1, starts.length - 1);
  return notes.flatMap((note) =>
    note.until !== null && isWithoutData(note) ? { from: place(note.at), to: place(note.until) } : [],
  );
}
