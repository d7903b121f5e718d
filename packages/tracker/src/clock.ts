import { ofDocument } from './of-document.ts';
import { pauseMs } from './times.ts';

/** The total when attention last came back after a pause. */
export let resumedAt = 0;
/** When the clock was last read. */
let since: number;
/** Whether the page was attended at the last reading. */
export let runs: boolean | undefined;
/** When the page was last attended. */
let seen: number;
let total = 0;

export const focusTime = (now = performance.now(), date = Date.now()): number => {
  if (date - seen > pauseMs) resumedAt = total;
  else if (runs) total += Math.min(now - since, pauseMs);
  since = now;
  runs = ofDocument('hasFocus').call(document) && !ofDocument('hidden');
  if (runs) seen = date;
  return total;
};
