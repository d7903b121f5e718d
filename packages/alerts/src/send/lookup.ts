import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isNamed, isPublic, type PrivateHosts } from './private-hosts.ts';

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
