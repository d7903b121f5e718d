import { lookup } from 'node:dns';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { isNetwork, isWithin, networkList } from '@tallyhouse/service';
import type { z } from 'zod';

/** Hosts that alerts may reach although they are not public. */
export interface PrivateHosts {
  /** `host`, or `host:port`, in lower case. */
  names: ReadonlySet<string>;
  networks: BlockList;
}

/** The setting ALERT_PRIVATE_HOSTS, for zod. */
export function privateHosts(text: string, ctx: z.RefinementCtx): PrivateHosts {
  const hosts = readPrivateHosts(text);
  for (const name of hosts.names) {
    if (!/^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/.test(name))
      ctx.addIssue(`${name} is no host, host:port, address or CIDR`);
  }
  return hosts;
}

/** @param text separated by commas */
export function readPrivateHosts(text: string): PrivateHosts {
  const entries = text.split(',').flatMap((entry) => entry.trim().toLowerCase() || []);
  const networks = entries.filter(isNetwork);
  return {
    names: new Set(entries.filter((entry) => !networks.includes(entry))),
    networks: networkList(networks),
  };
}

/** The IP address in a URL; undefined when it has a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Whether the setting names the host of a URL, or the address behind it. */
export function isNamed(url: URL, hosts: PrivateHosts | undefined, address = literalOf(url)): boolean {
  if (hosts === undefined) return false;
  const { names, networks } = hosts;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (names.has(url.hostname) || names.has(`${url.hostname}:${port}`)) return true;
  return address !== undefined && isWithin(networks, address);
}

/** IPv4 addresses that are not public: IANA's registry of special purposes, multicast and reserved ones. */
const specialIpv4 = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** Public IPv6 addresses are in the one, without those in the other: tunnels to IPv4 among them. */
const globalIpv6 = networkList(['2000::/3']);
const specialIpv6 = networkList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Whether an address is public on the internet. An IPv6 address that maps an IPv4 address is not. */
export function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !isWithin(specialIpv4, address);
    case 6:
      return isWithin(globalIpv6, address) && !isWithin(specialIpv6, address);
    default:
      return false;
  }
}

/**
 * Resolves a name to addresses that may be reached: public ones, and those that the setting names. The connection goes to one of these, so
 * that the name cannot point to another address a moment later.
 */
export const lookupFor =
  (url: URL, hosts: PrivateHosts | undefined): LookupFunction =>
  (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const allowed = found.filter(({ address }) => isNamed(url, hosts, address) || isPublic(address));
      const [first] = allowed;
      // Without the addresses: who writes rules could ask for those of any private name.
      if (first === undefined) return done(new Error(`${name} is not public`), []);
      if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
