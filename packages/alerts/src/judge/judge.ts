import { grouped, type Logger } from '@tallyhouse/service';
import type { Alert, Alerts, Condition, ListedSites } from '@tallyhouse/sites';
import { judgeChange } from './change.ts';
import { judgeDigest } from './digest.ts';
import { judgeDropped } from './dropped.ts';
import { judgeGoal } from './goal.ts';
import { judgeSilent } from './silent.ts';
import { readSites } from './site-rows.ts';
import type { Judge, Situation, Watch } from './verdict.ts';

const judges: Readonly<Record<Condition, Judge>> = {
  silent: judgeSilent,
  change: judgeChange,
  goal: judgeGoal,
  dropped: judgeDropped,
  digest: judgeDigest,
};

export const zoneOf = (site: string, { sites }: ListedSites) => sites.get(site)?.timezone ?? 'UTC';

/** Judges all rules at all of their sites. A condition that cannot be judged now is logged and left out; `isWhole` is false then. */
export async function judge(alerts: Alerts, situation: Omit<Situation, 'failed'>, logger: Logger) {
  let isWhole = true;
  const { ask, now, listed } = situation;
  const forAll = [...alerts.values()].some(({ sites }) => sites.includes('*'));
  const known = forAll ? await readSites(ask, { start: now - 1, end: now }) : undefined;
  const all = [...new Set([...(known?.keys() ?? []), ...listed.sites.keys()])];
  const watches = [...alerts].flatMap(([alert, rule]) =>
    sitesOf(rule, listed, all).map((site): Watch => ({ alert, rule, site, zone: zoneOf(site, listed) })),
  );
  const byCondition = grouped(watches, ({ rule }) => rule.when);
  const verdicts = await Promise.all(
    [...byCondition].map(([when, some]) => {
      const failed = ([err, ...others]: readonly unknown[]) => {
        isWhole = false;
        logger.warn(
          { err, when, others: others.length },
          'alerts could not be judged; they will be judged again next time',
        );
      };
      return judges[when](some, { ...situation, failed }).catch((err: unknown) => {
        failed([err]);
        return [];
      });
    }),
  );
  return { verdicts: verdicts.flat(), isWhole };
}

/** The sites that a rule watches, each once. @param all the sites that `*` stands for */
export function sitesOf(
  { sites }: Pick<Alert, 'sites'>,
  { groups }: ListedSites,
  all: readonly string[],
): string[] {
  const ids = sites.flatMap((entry) => {
    if (entry === '*') return all;
    return entry.startsWith('@') ? (groups.get(entry.slice(1)) ?? []) : [entry];
  });
  return [...new Set(ids)];
}
