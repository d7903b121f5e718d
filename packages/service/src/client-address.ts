import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyaddr from 'proxy-addr';
import { z } from 'zod';
import { plainAddress } from './ip-address.ts';
import { remembered } from './remembered.ts';

/** The peers trusted to name another address in `X-Forwarded-For`: a number of hops, or those within networks; never all. */
export type TrustedProxies = { hops: number } | { networks: string[] };

export type ClientAddress = (req: IncomingMessage) => string;

/** Reads the client's address from a request. If a proxy garbled it, the peer's own address counts. */
export function clientAddress(trusted: TrustedProxies): ClientAddress {
  const trust =
    'hops' in trusted
      ? (_address: string, hop: number) => hop < trusted.hops
      : trustNetworks(proxyaddr.compile(trusted.networks));
  const plainPeer = remembered(10_000, (written) => plainAddress(written) ?? '');
  return (req) => {
    const peer = plainPeer(req.socket.remoteAddress ?? '');
    if (req.headers['x-forwarded-for'] === undefined) return peer;
    return plainAddress(proxyaddr(req, trust)) ?? peer;
  };
}

type Trust = (address: string, hop: number) => boolean;

/**
 * Caches the verdict on peers, because a proxied server has few: parsing one takes 1.5 us. Proxies write each other's addresses with ports,
 * too, as Azure's do.
 */
function trustNetworks(trust: Trust): Trust {
  const isTrustedPeer = remembered(1000, (address) => trust(address, 0));
  return (address, hop) => (hop > 0 ? trust(plainAddress(address) ?? address, hop) : isTrustedPeer(address));
}

/** `TRUST_PROXY`, for every public server. */
export function trustProxySetting() {
  return z.string().transform(trustedProxies).default({ hops: 0 });
}

/** No request passes through more proxies: a larger number is a mistake, such as an address without its dots. */
const mostHops = 10;
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** `true` (trust all) is refused like any other word: it would let every sender choose its own address. */
function trustedProxies(text: string, ctx: z.RefinementCtx): TrustedProxies {
  if (/^\s*\d+\s*$/.test(text)) {
    const hops = Number(text);
    if (hops > mostHops) ctx.addIssue(`${hops} proxies are too many: expected 0 to ${mostHops}`);
    return { hops };
  }
  const networks = text.split(',').flatMap((item) => item.trim() || []);
  for (const network of networks) {
    if (!isTrustable(network))
      ctx.addIssue(
        `${network} is none of: a number of proxies (alone), an address, a CIDR, ${namedNetworks.join(', ')}`,
      );
  }
  return { networks };
}

/** proxy-addr itself takes a number for an address: 100 for 0.0.0.100. */
function isTrustable(network: string): boolean {
  if (!namedNetworks.includes(network) && isIP(network.split('/', 1)[0] ?? '') === 0) return false;
  try {
    proxyaddr.compile([network]);
    return true;
  } catch {
    return false;
  }
}
