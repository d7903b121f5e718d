import type { ClickHouseClient } from '@clickhouse/client';
import type { PingRow } from '@tallyhouse/ping';
import { groupBy } from '../../oracle/reports/report.ts';
import { readSite } from '../../oracle/site.ts';
import { settleDays } from '../../settle/settle-days.ts';
import { form } from '../form.ts';
import { accountOf, askAccounts } from './accounts.ts';
import type { Reporting } from './query.ts';
import { type Answer, askAll, disagreements, inPart, overall } from './reports.ts';
import type { Finding, Stored } from './stored.ts';
import { countEntities, entitiesOf } from './tables.ts';

/** How many there are, of which fault, and some of them. */
function few(findings: readonly Finding[]) {
  const during: Record<string, number> = {};
  for (const finding of findings) during[finding.during] = (during[finding.during] ?? 0) + 1;
  return { count: findings.length, during, first: findings.slice(0, 5).map(({ what }) => what) };
}
const none = few([]);

/** The reports that hold every row of a site between them. The short form asks these alone. */
export const complete: ReadonlySet<string> = new Set([
  '/overview',
  '/events',
  '/export/pageviews',
  '/export/sessions',
  '/export/events',
]);

/**
 * Expects that nothing is lost, duplicated or foreign, and that the entity tables, reports and exports agree with what is
 * stored, from the entity tables and then from settled days. Pings without a 202 may be stored or not: the reports must agree
 * of those that are.
 */
export async function expectAgreement(
  stored: Stored,
  place: Reporting & { clients: readonly ClickHouseClient[] },
): Promise<void> {
  const { lost, doubled, strange, wrong, rows } = stored;
  const found = { lost: few(lost), doubled: few(doubled), strange: few(strange), wrong: few(wrong) };
  expect(found).toEqual({ lost: none, doubled: none, strange: none, wrong: none });
  for (const [server, client] of place.clients.entries()) {
    expect(await countEntities(client)).toEqual(entitiesOf(sitesOf(stored.byServer[server] ?? [])));
  }
  const sites = sitesOf(rows);
  const now = Date.now();
  const siteIds = sites.flatMap(({ ids }) => ids);
  const inParts = form.choose({ short: siteIds.slice(0, 1), long: siteIds });
  const all = [
    ...siteIds.flatMap((site) => overall(site, now)),
    ...inParts.flatMap((site) => inPart(site, now)),
  ];
  const questions = form.choose({ short: all.filter(({ path }) => complete.has(path)), long: all });
  const answers = await askAll(place, questions, now);
  expect(disagreements(answers, sites, now).join('\n\n')).toBe('');
  // Every day on which something happened.
  const days = new Set(rows.map((row) => new Date(row.pinged_at).toISOString().slice(0, 10)));
  for (const client of place.clients) await settleDays(client, [...days]);
  const texts = (of: readonly Answer[]) => of.map(({ text }) => text);
  expect(texts(await askAll(place, questions, now))).toEqual(texts(answers));
  const accounts = siteIds.map((site) => accountOf(site, stored));
  expect(await askAccounts(place, siteIds, now)).toEqual(accounts);
}

const sitesOf = (rows: readonly PingRow[]) =>
  groupBy([...rows], (row) => row.site_id).map((own) => readSite([own[0].site_id], own));
