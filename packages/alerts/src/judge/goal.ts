import { conditionsOf } from '@tallyhouse/sites';
import { z } from 'zod';
import { askFor, iso } from './ask.ts';
import { eachWatch } from './each-watch.ts';
import { startOf } from './local-time.ts';

const rows = z.array(z.object({ conversions: z.number() }));

/** Conversions since local midnight. */
export const judgeGoal = eachWatch(async ({ rule, site, zone }, { ask, listed, now }) => {
  const [goal] = conditionsOf(rule.goal ?? '', [site], listed);
  if (!goal) return undefined;
  const begin = startOf('day', now, zone).toMillis();
  const [row] = await askFor(ask, rows, '/query', {
    site_id: site,
    metrics: 'conversions',
    goal,
    start: iso(begin),
    end: iso(Math.max(now, begin + 1)),
  });
  const { threshold = 1 } = rule;
  const value = row?.conversions ?? 0;
  return { holds: value >= threshold, value, expected: threshold, begin };
});
