import { pingFields } from '@tallyhouse/ping';
import { drop, type Outcome, ok, okWith } from './outcome.ts';
import type { SiteRules } from './site-rules.ts';
import type { Ping } from './validate.ts';

/**
 * Applies what the sites file says about the pages of a site: drops pings of other hosts and of excluded paths, and keeps parameters
 * of the address that name a page.
 */
export function applyPageRules() {
  return function pageRulesApplied<T extends { ping: Ping; rules: SiteRules | undefined }>(
    arrived: T,
  ): Outcome<T> {
    const { ping, rules } = arrived;
    if (rules === undefined) return ok(arrived);
    if (ping.hostname !== '' && !rules.isOwnHost(ping.hostname)) return drop('foreign_host');
    if (ping.page_path === '') return ok(arrived); // of an event without a page
    if (rules.isExcludedPath(ping.page_path)) return drop('excluded_path');
    const query = keptQuery(ping, rules.queryParameters);
    if (query === '') return ok(arrived);
    const page_path = `${ping.page_path}?${query}`.slice(0, pingFields.page_path.rule.max);
    return okWith(arrived, { ping: { ...ping, page_path } });
  };
}

/** In the order of the names, so that a page has one path however its address is written. */
function keptQuery(ping: Ping, names: readonly string[]): string {
  if (names.length === 0) return '';
  const query = ping.sent_path === '' ? (ping.query ?? []) : queryIn(ping.sent_path);
  const kept = names.flatMap((name) => query.filter(([sent]) => sent === name));
  return new URLSearchParams(kept).toString();
}

function queryIn(path: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(path)?.[1];
  return [...new URLSearchParams(query)];
}
