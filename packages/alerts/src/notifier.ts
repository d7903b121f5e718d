import type { ClickHouseClient } from '@clickhouse/client';
import { type Ask, type Logger, Recent } from '@tallyhouse/service';
import { type Alert, type Alerts, addressesOf, formOfAddress, type ListedSites } from '@tallyhouse/sites';
import { conditionOf, createFiredStore, type Episode } from './fired/store.ts';
import { dashboardOf, type Firing } from './firing.ts';
import { iso } from './judge/ask.ts';
import { digestOf } from './judge/digest.ts';
import { judge, zoneOf } from './judge/judge.ts';
import { hoursOf, isWithinHours, localTime } from './judge/local-time.ts';
import type { Verdict, Watch } from './judge/verdict.ts';
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

/** By how much the clocks of processes may differ. */
const skewMs = 60_000;

/** Whether another process decided about an alert later than this one judges it: its clock is ahead, and its numbers are newer. */
function isDecided({ fired_ms, ended_ms }: Episode, now: number): boolean {
  const ahead = Math.max(fired_ms, ended_ms) - now;
  return ahead > 0 && ahead < skewMs;
}

/** In how many rounds a digest is read. */
const mostReads = 5;

/** How many messages of a rule are sent at once; the rest follow in later rounds. Strangers can make one for all sites fire at thousands. */
const mostAtOnce = 20;

/** A decision about an alert, or the rest of one. */
interface Job extends Pick<Watch, 'alert' | 'rule'> {
  run(): Promise<void>;
}

const isDigest = ({ rule }: Pick<Watch, 'rule'>) => rule.when === 'digest';

export function createNotifier(deps: NotifierDeps) {
  const { clock, logger, metrics } = deps;
  const store = createFiredStore(deps.client);
  const ending = new AbortController();
  /** By what sends it, the rule. */
  const sending = new Map<Promise<void>, string>();
  const isBusy = (alert: string) => [...sending.values()].filter((one) => one === alert).length >= mostAtOnce;
  let digesting: Promise<void> | undefined;
  /** How often a digest could not be read. */
  const unread = new Recent<number>(10_000);

  /**
   * Judges every rule, and starts to send firing alerts. A hanging address delays nothing of other rules, and digests nothing else.
   * @returns whether each rule could be judged
   */
  async function round(): Promise<boolean> {
    const alerts = deps.alerts();
    if (alerts.size === 0) return true;
    // Before the numbers: otherwise an alert that another process ends meanwhile would seem to begin again.
    const lastOf = await store.last();
    const now = clock();
    const { verdicts, isWhole } = await judge(alerts, { ask: deps.ask, listed: deps.sites(), now }, logger);
    for (const { rule } of verdicts) metrics.judged(rule.when);
    const decisions = verdicts.map((verdict): Job => {
      return { ...verdict, run: () => decide(verdict, lastOf(verdict), now) };
    });
    await runEach(decisions.filter((job) => !isDigest(job)));
    const takeovers = (await store.leftAlone(now - longestSendMs - skewMs)).flatMap((episode): Job[] => {
      const rule = alerts.get(episode.alert);
      if (rule === undefined || conditionOf(rule) !== episode.condition) return [];
      return [{ ...episode, rule, run: () => takeOver(episode, rule) }];
    });
    await runEach(takeovers.filter((job) => !isDigest(job)));
    // Beside all else: those of hundreds of sites may be due at once, and reading one takes a while.
    digesting ??= runEach([...decisions, ...takeovers].filter(isDigest)).finally(() => {
      digesting = undefined;
    });
    return isWhole;
  }

  /** One after the other. A failed one runs again in the next round. */
  async function runEach(jobs: readonly Job[]): Promise<void> {
    for (const { alert, run } of jobs) {
      if (ending.signal.aborted) return;
      await run().catch((err: unknown) =>
        logger.warn({ err, alert }, 'an alert could not be made; it is judged again next time'),
      );
    }
  }

  /** An alert fires once until its condition has ended; outside its hours it waits for them. */
  async function decide(verdict: Verdict, last: Episode | undefined, now: number): Promise<void> {
    const { holds, begin, rule, zone } = verdict;
    if (last && isDecided(last, now)) return;
    // A digest whose hours were moved is that of the same day.
    const factOf = (at: number) => (isDigest(verdict) ? localTime(at, zone).toISODate() : at);
    // Old pings, of an import, may move the begin of a silence that goes on.
    const goesOn = last?.ended_ms === 0 && (begin === undefined || begin <= last.fired_ms);
    const isTold = last && (goesOn || (begin !== undefined && factOf(begin) === factOf(last.began_ms)));
    if (!holds && isTold && last.ended_ms === 0) return store.end(last, now);
    if (!holds || isTold || isBusy(verdict.alert) || !isWithinHours(hoursOf(rule), now, zone)) return;
    const began = begin ?? last?.ended_ms ?? (await store.deletedAt(verdict.site));
    // Before the claim, which lasts only as long as sending takes.
    const digest = await digestFor(verdict, began);
    if (ending.signal.aborted) return;
    const episode = await store.claim(verdict, began, clock());
    if (episode === undefined) return;
    metrics.fired(rule.when);
    tell(episode, rule, digest);
  }

  /** Sends what another process has left. */
  async function takeOver(episode: Episode, rule: Alert): Promise<void> {
    const { alert, site_id: site, began_ms } = episode;
    if (isBusy(alert)) return;
    const digest = await digestFor({ alert, rule, site, zone: zoneOf(site, deps.sites()) }, began_ms);
    if (await store.claimAgain(episode, clock())) tell(episode, rule, digest);
  }

  /**
   * The body of the mails of a digest; undefined when there are none, or when they go out without it: it could not be read in several rounds.
   * @throws when it is to be read again
   */
  async function digestFor(watch: Watch, began: number): Promise<string | undefined> {
    const { alert, rule, site } = watch;
    if (!isDigest(watch) || !addressesOf(rule).some((to) => formOfAddress(to)?.kind === 'mail')) return;
    const which = JSON.stringify([alert, site, began]);
    try {
      return await digestOf(deps.ask, watch, began);
    } catch (err) {
      const times = (unread.get(which) ?? 0) + 1;
      unread.set(which, times);
      if (times < mostReads) throw err;
      logger.warn({ err, alert, site }, 'a digest cannot be read; its mail has a link only');
      return;
    }
  }

  function tell(episode: Episode, rule: Alert, digest: string | undefined): void {
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
    for (const to of episode.left) {
      const work = send(to, rule, firing, { config: deps.config, clock, digest, signal: ending.signal })
        .then((delivery) => {
          if (!delivery.ok) {
            const kind = formOfAddress(to)?.kind ?? 'json';
            metrics.failed(kind);
            // A web address may be a credential, and an error quotes mailboxes: GET /alerts/fired has both.
            const { tries, status } = delivery;
            logger.warn({ alert, site, kind, tries, status }, 'an alert was not accepted');
          }
          return store.note(episode, delivery, clock());
        })
        .catch((err: unknown) => {
          if (!ending.signal.aborted) logger.warn({ err, alert }, 'what became of an alert was not stored');
        })
        .finally(() => sending.delete(work));
      sending.set(work, alert);
    }
  }

  return {
    round,
    /** Resolves when all of them are sent. */
    async sent() {
      await digesting;
      await Promise.all(sending.keys());
    },
    /** Aborts sending; another process takes over. */
    abort: () => ending.abort(),
  };
}
