import type { Tallyhouse } from '../tallyhouse.d.ts';
import { matches } from './matches.ts';
import type { Options } from './options.ts';
import type { SendsVitals } from './vitals-file.ts';

/** Whether a list of hosts, as in `data-domains`, has the host. As in the sites file, case, port and script do not matter. */
export const isOwnDomain = (domains: string, hostname: string): boolean =>
  matches(domains.replace(/[^\s,*]+/g, plainHost), withoutDot(hostname));

/** A host, or what is left of one without its stars, in the spelling of `location.hostname`. */
function plainHost(part: string): string {
  try {
    return withoutDot(new URL(`http://${part}`).hostname);
  } catch {
    return part;
  }
}

/** The dot at the end of a full name, blog.example., means nothing. */
const withoutDot = (name: string) => name.replace(/\.$/, '');

/**
 * Starts counting a page that was left out because `data-domains` spells its host differently from the browser; warns if the host is not
 * listed.
 */
export function countOwnDomain(tag: Options): void {
  const domains = tag.domains || '*';
  const { hostname } = location;
  if (matches(domains, hostname)) return;
  if (isOwnDomain(domains, hostname)) {
    // From now on the tracker finds the host in it.
    tag.domains += `,${hostname}`;
    const api = window.tallyhouse as Tallyhouse & SendsVitals;
    // It is the view of the page load: the third file, which may be there already, is to keep what it has measured.
    const { view, send = 0 } = api;
    api.send = 0;
    view();
    Object.assign(api, { view, send });
  } else {
    // biome-ignore lint/suspicious/noConsole: who installs the tracker looks there
    console.warn(`tallyhouse: not counted, as data-domains does not list ${hostname}`);
  }
}
