import { isWithin, networkList, plainAddress } from '@tallyhouse/service';
import type { Sender } from './arrival.ts';
import { drop, type Outcome, okWith } from './outcome.ts';
import type { SiteRules } from './site-rules.ts';

/**
 * Finds the visitor's address: the one stated by a sender with the key, otherwise the client's. Drops addresses that the installation or
 * the site excludes.
 */
export function findClientIp(excludedIps: readonly string[]) {
  const excluded = excludedIps.length > 0 ? networkList(excludedIps) : undefined;
  return function clientIp<
    T extends { ping: { ip: string | undefined }; sender: Sender; rules: SiteRules | undefined },
  >(arrived: T): Outcome<T & { ip: string }> {
    const ip = (arrived.ping.ip && plainAddress(arrived.ping.ip)) || arrived.sender.address;
    if (excluded && ip && isWithin(excluded, ip)) return drop('excluded_ip');
    if (ip && arrived.rules?.isExcludedAddress(ip)) return drop('excluded_ip');
    return okWith(arrived, { ip });
  };
}
