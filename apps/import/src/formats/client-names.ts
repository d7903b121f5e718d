import type { Known } from '../format.ts';
import lists from './client-names.json' with { type: 'json' };

/** A source's names of a browser and its system. Unknown texts are `''`. */
interface Client {
  browser: string;
  browserVersion?: string | undefined;
  system: string;
  systemVersion?: string | undefined;
  /** In our terms. */
  deviceType?: string | undefined;
}

type Source = Exclude<keyof typeof lists, 'devices'>;

/** Gives browsers, systems and devices the names of live pings, so that nothing changes its name on the day of the move. */
export function clientIn(source: Source, client: Client): Known {
  const { browserVersion = '', systemVersion = '', deviceType = '' } = client;
  // Matomo has codes: one without a name is unknown. Another name outside the list is kept.
  const other = source === 'matomo' ? () => '' : (name: string) => name;
  const [systemName, version] = windowsEdition(client.system) ?? [client.system, systemVersion];
  const os = nameIn(lists[source].systems, systemName) ?? other(systemName);
  const browser = nameIn(lists[source].browsers, client.browser) ?? other(client.browser);
  return {
    browser: browser === 'Safari' && os === 'iOS' ? 'Mobile Safari' : browser,
    browser_version: browserVersion,
    os,
    os_version: version,
    device_type: deviceType || (nameIn(lists.devices, os) ?? ''),
  };
}

/** `Windows XP` is a version of Windows; Windows Phone and Windows Mobile are systems. */
function windowsEdition(system: string): [string, string] | undefined {
  const [, edition] = /^Windows (?!Phone|Mobile|RT)(.+)$/.exec(system) ?? [];
  return edition === undefined ? undefined : ['Windows', edition];
}

/** The name that a list has for another one, which is a text from outside. */
export const nameIn = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;
