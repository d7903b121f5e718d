import { queryIn, withKeptQuery } from '@tallyhouse/ping';
import { drop, type Outcome, ok, okWith } from './outcome.ts';
import type { SiteRules } from './site-rules.ts';
import type { Ping } from './validate.ts';

/**
 * Applies the page rules of the sites file: drops pings of other hosts and of excluded paths, and keeps parameters of the address that name
 * a page.
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
    const query = ping.sent_path === '' ? (ping.query ?? []) : queryIn(ping.sent_path);
    const page_path = withKeptQuery(ping.page_path, query, rules.queryParameters);
    return page_path === ping.page_path ? ok(arrived) : okWith(arrived, { ping: { ...ping, page_path } });
  };
}
