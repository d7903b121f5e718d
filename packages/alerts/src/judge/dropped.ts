import { z } from 'zod';
import { askFor, iso } from './ask.ts';
import { eachWatch } from './each-watch.ts';
import { rounded } from './verdict.ts';

const account = z.object({
  received: z.number(),
  dropped_by_reason: z.array(z.object({ reason: z.string(), pings: z.number() })),
});

const hourMs = 3_600_000;
const fewestReceived = 10;
const usualPercent = 10;

/** The share of the pings of the last 60 minutes that were dropped for a reason. */
export const judgeDropped = eachWatch(async ({ rule, site }, { ask, now }) => {
  const range = { start: iso(now - hourMs), end: iso(now) };
  const { received, dropped_by_reason } = await askFor(ask, account, '/pings', { site_id: site, ...range });
  const { threshold = usualPercent } = rule;
  const dropped = dropped_by_reason.find(({ reason }) => reason === rule.reason)?.pings ?? 0;
  const percent = received === 0 ? 0 : (100 * dropped) / received;
  const holds = received >= fewestReceived && percent > threshold;
  return { holds, value: rounded(percent), expected: threshold };
});
