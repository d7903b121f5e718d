/**
 * Fired alerts, in ClickHouse. Any number of processes send each alert once: one of them claims it with a token, of which ClickHouse
 * accepts the first. It stores the outcome for each address when it knows it. A process that dies in between leaves a claim without
 * deliveries, which another one takes over when no process can still be sending it: with the next attempt, to the remaining addresses.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { insertOnce, insertRows, only, select, sqlTime } from '@tallyhouse/clickhouse';
import { type Alert, addressesOf } from '@tallyhouse/sites';
import { raw, type Sql, sql, text } from '@tallyhouse/sql';
import { z } from 'zod';
import type { Delivery } from '../firing.ts';
import type { Verdict, Watch } from '../judge/verdict.ts';

const row = z.object({
  id: z.string(),
  alert: z.string(),
  condition: z.string(),
  site_id: z.string(),
  began_ms: z.number(),
  fired_ms: z.number(),
  value: z.number().nullable(),
  expected: z.number().nullable(),
  attempts: z.number(),
  ended_ms: z.number().describe('0: its condition still holds.'),
  /** The addresses without an outcome. */
  left: z.array(z.string()),
});

/** A fired alert, and its remaining addresses. Times are milliseconds since 1970. */
export type Episode = z.output<typeof row>;

/** The rule's condition: with another condition under its name it may fire again. */
export const conditionOf = ({ when, threshold, goal, reason, every }: Alert): string =>
  createHash('sha256')
    .update(JSON.stringify([when, threshold, goal, reason, every]))
    .digest('base64url')
    .slice(0, 16);

const keyOf = (alert: string, condition: string, site: string) => JSON.stringify([alert, condition, site]);

/**
 * The end of an alert. It is after everything else that is known of it, even when the clock was ahead then: the next alert begins at it, and
 * no two alerts may begin at the same time.
 */
const endOf = ({ began_ms, fired_ms }: Episode, at: number) => Math.max(at, began_ms + 1, fired_ms + 1);

/** Fired alerts, a row each: a million of them would take 4 s and 1 GB. @param ids SQL that selects theirs */
const episodes = (ids: Sql): Sql => sql`
select
    id,
    any(alerts_fired.alert) as alert,
    any(alerts_fired.condition) as condition,
    any(alerts_fired.site_id) as site_id,
    toUnixTimestamp64Milli(any(alerts_fired.began)) as began_ms,
    toUnixTimestamp64Milli(minIf(alerts_fired.at, what = 'claim')) as fired_ms,
    toUnixTimestamp64Milli(maxIf(alerts_fired.at, what = 'claim')) as claimed_ms,
    anyIf(alerts_fired.value, what = 'claim') as value,
    anyIf(alerts_fired.expected, what = 'claim') as expected,
    maxIf(attempt, what = 'claim') as attempts,
    toUnixTimestamp64Milli(maxIf(alerts_fired.at, what = 'end')) as ended_ms,
    arrayFilter(
        address -> not has(groupUniqArrayIf(alerts_fired.address, what = 'delivery'), address),
        anyIf(addresses, what = 'claim' and attempt = 1)
    ) as left
from alerts_fired
where id in (
    ${ids}
)
group by id`;

const dayMs = 86_400_000;
const table = 'alerts_fired';

export function createFiredStore(client: ClickHouseClient) {
  const add = (
    what: string,
    { id, alert, condition, site_id, began_ms }: Episode,
    at: number,
    more = {},
  ) => ({ id, what, alert, condition, site_id, began: sqlTime(began_ms), at: sqlTime(at), ...more });
  const insert = (row: object) => insertRows(client, table, [row]);

  return {
    /** The last alert of each rule and site. */
    async last() {
      const newest = sql`
select argMax(id, greatest(at, began))
from alerts_fired
where what = 'claim'
  and attempt = 1
group by
    alert,
    condition,
    site_id`;
      const rows = await select(client, episodes(newest), row);
      const byKey = new Map(rows.map((one) => [keyOf(one.alert, one.condition, one.site_id), one]));
      return ({ alert, rule, site }: Watch) => byKey.get(keyOf(alert, conditionOf(rule), site));
    },
    /** When a site was last deleted, or 0: the first alert begins then, because ClickHouse still knows the claims of those before. */
    async deletedAt(site: string) {
      const hash = sql`SHA256(${text(`site ${site}`)})`;
      const rule = sql`select toUnixTimestamp64Milli(max(received_before)) as at from forgotten where kind = 'site' and hash = ${hash}`;
      return only(await select(client, rule, z.object({ at: z.number() }))).at;
    },
    /** Alerts that were claimed before a time, within a day, and not delivered to all of their addresses. */
    leftAlone(before: number) {
      const within = raw(`between ${before - dayMs} and ${before}`);
      const claimed = sql`select id from alerts_fired where what = 'claim' and toUnixTimestamp64Milli(at) ${within}`;
      const left = sql`select * from (${episodes(claimed)}) where notEmpty(left) and claimed_ms ${within}`;
      return select(client, left, row);
    },
    /** Claims an alert that fires. @param began see the table @returns undefined when another process has claimed it */
    async claim({ alert, rule, site, value, expected }: Verdict, began: number, at: number) {
      const condition = conditionOf(rule);
      const left = addressesOf(rule);
      const known = { alert, condition, site_id: site, began_ms: began, fired_ms: at, value, expected };
      const episode: Episode = { ...known, id: randomUUID(), attempts: 1, ended_ms: 0, left };
      const { when, sites: rule_sites } = rule;
      const details = { when, rule_sites, attempt: 1, value, expected, addresses: left };
      const isOurs = await insertOnce(client, {
        table,
        token: `${keyOf(alert, condition, site)}/${began}`,
        rows: [add('claim', episode, at, details)],
      });
      return isOurs ? episode : undefined;
    },
    /** Claims the next attempt. @returns whether this process has it */
    claimAgain: (episode: Episode, at: number) =>
      insertOnce(client, {
        table,
        token: `${episode.id}/${episode.attempts + 1}`,
        rows: [add('claim', episode, at, { attempt: episode.attempts + 1 })],
      }),
    async note(episode: Episode, { to: address, ...delivery }: Delivery, at: number) {
      await insert(add('delivery', episode, at, { address, ...delivery }));
    },
    async end(episode: Episode, at: number) {
      await insert(add('end', episode, endOf(episode, at)));
    },
  };
}
