import type { LogMessage } from '@tallyhouse/log';
import { type ConverterDeps, createConverter } from './converter.ts';
import type { Reading } from './format.ts';
import type { createImportIds } from './ids.ts';
import type { Item } from './read/source.ts';
import type { createRepeats } from './repeats.ts';
import { createRequests } from './requests.ts';
import type { Sessions } from './sessions.ts';
import { type Counts, countReason, countUnreadable } from './summary.ts';

/** The identity of a record in its source; `''` without one. */
export function keyOf(reading: Reading, repeats: ReturnType<typeof createRepeats>): string {
  if (reading.kind === 'record') {
    const { key, isUnique, at } = reading.record;
    return isUnique ? key : repeats.keyOf(key, at);
  }
  if (reading.kind !== 'request') return '';
  const { id, text, at } = reading.request;
  return id || repeats.keyOf(text, at);
}

/** Turns items into messages, and counts the results. @param task.pageviews whether page views in logs are stored, besides the requests */
export function createTaker(
  task: { site: string; pageviews: boolean },
  deps: ConverterDeps,
  sessions: Sessions,
  ids: ReturnType<typeof createImportIds>,
  counts: Counts,
) {
  const toMessages = createConverter(task.site, deps, sessions, ids, counts);
  const takeRequest = createRequests(task.site, deps, ids, counts);
  return (
    { reading, number, text }: Item,
    key: string,
    file: string,
    now: number,
    messages: LogMessage[],
  ) => {
    let wrong = reading.kind === 'unreadable' ? reading.why : undefined;
    if (reading.kind === 'skip') countReason(counts.skipped, reading.reason);
    else if (reading.kind === 'request') {
      const found = takeRequest(reading.request, key, now, messages);
      if (found.kind === 'wrong') wrong = found.why;
      if (found.kind === 'person' && reading.view && task.pageviews)
        wrong = toMessages(reading.view, key, now, messages);
    } else if (reading.kind === 'record') {
      const { record, second, lost = [] } = reading;
      wrong = toMessages(record, key, now, messages);
      for (const reason of lost) countReason(counts.skipped, reason);
      if (second !== undefined) toMessages(second, second.key, now, messages);
    }
    if (wrong !== undefined) countUnreadable(counts, `${file}, line ${number}`, wrong, text);
  };
}
