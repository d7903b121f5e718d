import { parseUrl, withoutDot } from './parse-url.ts';

/** A host of the sites file or a filter as in a URL's `hostname`, with `*.` in front for its subdomains; undefined when it is invalid. */
export function plainHost(text: string): string | undefined {
  const [, subdomains = '', host = ''] = /^(\*\.)?([^\s/?#@\\*]+)$/.exec(text) ?? [];
  const name = withoutDot(parseUrl(`http://${host}`)?.hostname ?? '');
  return name === '' ? undefined : subdomains + name;
}

/** Tells whether the host of a page is one of these. @param hosts as the sites file has them */
export function hostMatcher(hosts: readonly string[]): (hostname: string) => boolean {
  const plain = hosts.flatMap((host) => plainHost(host) ?? []);
  const whole = new Set(plain.filter((host) => !host.startsWith('*.')));
  const suffixes = plain.filter((host) => host.startsWith('*.')).map((host) => host.slice(1));
  return (hostname) => {
    const name = withoutDot(hostname);
    return whole.has(name) || suffixes.some((suffix) => name.length > suffix.length && name.endsWith(suffix));
  };
}
