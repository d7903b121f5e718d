import type { IncomingMessage } from 'node:http';
import proxyaddr from 'proxy-addr';
import type { Sender } from './arrival.ts';
import { isWithin, networkList, plainAddress } from './ip-address.ts';
import { drop, type Outcome, okWith } from './outcome.ts';
import { remembered } from './remembered.ts';

/** Which peers may name another address in `X-Forwarded-For`: so many hops, or those within networks. Never everybody. */
export type TrustedProxies = { hops: number } | { networks: string[] };

/** Reads the client's address off a request. An address that a proxy garbled counts as none: the peer's own stands. */
export function clientAddress(trusted: TrustedProxies): (req: IncomingMessage) => string {
  const trust =
    'hops' in trusted
      ? (_address: string, hop: number) => hop < trusted.hops
      : proxyaddr.compile(trusted.networks);
  const plainPeer = remembered(10_000, (peer) => plainAddress(peer) ?? '');
  return (req) => {
    const peer = plainPeer(req.socket.remoteAddress ?? '');
    if (req.headers['x-forwarded-for'] === undefined) return peer;
    return plainAddress(proxyaddr(req, trust)) ?? peer;
  };
}

/** Settles whose address the ping is: the one a sender with the key gave, else the client's. Drops excluded ones. */
export function findClientIp(excludedIps: readonly string[]) {
  const excluded = excludedIps.length > 0 ? networkList(excludedIps) : undefined;
  return function clientIp<T extends { ping: { ip: string | undefined }; sender: Sender }>(
    arrived: T,
  ): Outcome<T & { ip: string }> {
    const ip = (arrived.ping.ip && plainAddress(arrived.ping.ip)) || arrived.sender.address;
    if (excluded && ip && isWithin(excluded, ip)) return drop('excluded_ip');
    return okWith(arrived, { ip });
  };
}
