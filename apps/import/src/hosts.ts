import { hostMatcher } from '@tallyhouse/ping';

/** The hosts of records. */
export interface Hosts {
  /** The first known name, without its port; that of the site when the record has none. */
  of(...named: string[]): string;
  /** The same for a source that cuts `www.` off: it is restored where the site has only that host. */
  ofShortened(named: string): string;
}

/** Placeholders of servers and other analytics for an unknown host, and patterns of servers for several (`*.a.example`, `~^www`). */
const unknown = /^(?:|[-_]|\(none\)|\(not set\)|~.*|.*\*.*)$/;

/**
 * A record's own host takes precedence. A site's host only fills gaps: one log may have the visits of many sites.
 * @param given --host
 * @param own of the sites file
 */
export function createHosts(given: string | undefined, own: readonly string[]): Hosts {
  const usual = given ?? own.find((name) => !name.includes('*')) ?? '';
  const isOwn = hostMatcher(given === undefined ? own : [given, ...own]);

  const of = (...named: string[]): string =>
    named.map((name) => name.replace(/:\d*$/, '')).find((host) => !unknown.test(host)) ?? usual;

  return {
    of,
    ofShortened(named) {
      const host = of(named);
      return !isOwn(host) && isOwn(`www.${host}`) ? `www.${host}` : host;
    },
  };
}
