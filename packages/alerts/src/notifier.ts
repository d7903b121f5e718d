import type { ClickHouseClient } from '@clickhouse/client';
import type { Logger } from '@tallyhouse/service';
import { type Alert, type Alerts, formOfAddress, type ListedSites } from '@tallyhouse/sites';
import { conditionOf, createFiredStore, type Episode } from './fired/store.ts';
import { dashboardOf, type Firing } from './firing.ts';
import { type Ask, iso } from './judge/ask.ts';
import { digestOf } from './judge/digest.ts';
import { judge, zoneOf } from './judge/judge.ts';
import { hoursOf, isWithinHours } from './judge/local-time.ts';
import type { Verdict } from './judge/verdict.ts';
import type { AlertMetrics } from './metrics.ts';
import { longestSendMs, send } from './send/send.ts';
import type { SendConfig } from './settings.ts';

export interface NotifierDeps {
  /** The rules as they are now. */
  alerts: () => Alerts;
  sites: () => ListedSites;
  ask: Ask;
  client: ClickHouseClient;
  config: SendConfig;
  dashboardUrl: string;
  /** Milliseconds since 1970. */
  clock: () => number;
  logger: Logger;
  metrics: AlertMetrics;
}

export interface Notifier {
  /**
   * Judges every rule, and starts to send firing alerts. A hanging address delays nothing else.
   * @returns whether each rule could be judged
   */
  round(): Promise<boolean>;
  /** Resolves when all of them are sent. */
  sent(): Promise<void>;
  /** Aborts sending; another process takes over. */
  abort(): void;
}

/** By how much the clocks of processes may differ. */
const skewMs = 60_000;

/** Whether another process decided about an alert later than this one judges it: its clock is ahead, and its numbers are newer. */
function isDecided({ fired_ms, ended_ms }: Episode, now: number): boolean {
  const ahead = Math.max(fired_ms, ended_ms) - now;
  return ahead > 0 && ahead < skewMs;
}

export function createNotifier(deps: NotifierDeps): Notifier {
  const { clock, logger, metrics } = deps;
  const store = createFiredStore(deps.client);
  const ending = new AbortController();
  const sending = new Set<Promise<void>>();

  async function round(): Promise<boolean> {
    const alerts = deps.alerts();
    if (alerts.size === 0) return true;
    // Before the numbers: otherwise an alert that another process ends meanwhile would seem to begin again.
    const lastOf = await store.last();
    const now = clock();
    const { verdicts, isWhole } = await judge(alerts, { ask: deps.ask, listed: deps.sites(), now }, logger);
    for (const verdict of verdicts) {
      metrics.judged(verdict.rule.when);
      await decide(verdict, lastOf(verdict), now).catch((err: unknown) =>
        logger.warn(
          { err, alert: verdict.alert },
          'an alert could not be stored; it is judged again next time',
        ),
      );
    }
    for (const episode of await store.leftAlone(now - longestSendMs)) {
      const rule = alerts.get(episode.alert);
      if (rule === undefined || conditionOf(rule) !== episode.condition) continue;
      if (await store.claimAgain(episode, clock())) tell(episode, rule);
    }
    return isWhole;
  }

  /** An alert fires once until its condition has ended; outside its hours it waits for them. */
  async function decide(verdict: Verdict, last: Episode | undefined, now: number): Promise<void> {
    const { holds, begin, rule, zone } = verdict;
    if (last && isDecided(last, now)) return;
    const isTold = last?.ended_ms === 0 && (begin === undefined || begin === last.began_ms);
    if (!holds && isTold) return store.end(last, now);
    if (!holds || isTold || !isWithinHours(hoursOf(rule), now, zone)) return;
    const episode = await store.claim(verdict, begin ?? last?.ended_ms ?? 0, now);
    if (episode === undefined) return;
    metrics.fired(rule.when);
    tell(episode, rule);
  }

  function tell(episode: Episode, rule: Alert): void {
    const { alert, site_id: site, fired_ms } = episode;
    const firing: Firing = {
      id: episode.id,
      alert,
      when: rule.when,
      site_id: site,
      at: iso(fired_ms),
      value: episode.value,
      expected: episode.expected,
      url: dashboardOf(deps.dashboardUrl, site),
    };
    const watch = { alert, rule, site, zone: zoneOf(site, deps.sites()) };
    const digest = () => digestOf(deps.ask, watch, fired_ms);
    for (const to of episode.left) {
      const work = send(to, rule, firing, { config: deps.config, clock, digest, signal: ending.signal })
        .then((delivery) => {
          if (!delivery.ok) {
            metrics.failed(formOfAddress(to)?.kind ?? 'json');
            logger.warn({ alert, site, ...delivery }, 'an alert was not taken');
          }
          return store.note(episode, delivery, clock());
        })
        .catch((err: unknown) => {
          if (!ending.signal.aborted)
            logger.warn({ err, alert, to }, 'what became of an alert was not stored');
        })
        .finally(() => sending.delete(work));
      sending.add(work);
    }
  }

  return {
    round,
    async sent() {
      await Promise.all(sending);
    },
    abort: () => ending.abort(),
  };
}
