import type { PingRow } from '@tallyhouse/ping';
import { findSource } from './acquisition.ts';
import type { Arrival } from './arrival.ts';
import { dropBots } from './bot.ts';
import { findClientIp } from './client-ip.ts';
import { type GeoReader, locate } from './geoip.ts';
import { identify } from './identity/identity.ts';
import { createPingIds } from './identity/ping-id.ts';
import { type IpStorage, toRow } from './row.ts';
import { knownSites } from './site.ts';
import { type Step, startingFrom } from './steps.ts';
import { readUserAgent } from './user-agent.ts';
import { validate } from './validate.ts';

export interface PipelineDeps {
  sites: readonly string[];
  excludedIps: readonly string[];
  ipStorage: IpStorage;
  identitySecret: string;
  readGeo: GeoReader;
  random: (size: number) => Uint8Array;
}

/** From an entry of a request's body (decode.ts) to the row that the table stores, one step after the other. */
export function createPipeline(deps: PipelineDeps): Step<Arrival, PingRow> {
  return startingFrom<Arrival>()
    .step(validate)
    .step(knownSites(deps.sites))
    .step(findClientIp(deps.excludedIps))
    .step(dropBots())
    .step(findSource())
    .step(locate(deps.readGeo))
    .step(readUserAgent())
    .step(identify(deps.identitySecret, deps.random))
    .step(toRow(deps.ipStorage, createPingIds(deps.random))).run;
}
