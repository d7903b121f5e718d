import { hostAsked, type NoPage, whyNoPage, withoutUser } from '@tallyhouse/ingest/pipeline';
import { plainHost } from '@tallyhouse/ping';
import { plainAddress } from '@tallyhouse/service';
import { type ImportRecord, type Reading, skip, unreadable, type WebRequest } from '../format.ts';
import { pageAt } from './page-address.ts';

/** The address of a client, without port and zone; `''` for a socket's, undefined for other texts. */
export const addressIn = (text: string) =>
  plainAddress(text) ?? (/^(?:@|unix:.*)$/.test(text) ? '' : undefined);

/**
 * Cuts `GET /a b HTTP/1.1` into method and target. Servers log targets with spaces: the target ends before the last space, if the
 * version of HTTP follows it.
 */
export function readRequestLine(request: string): [method: string, target: string] {
  const line = request.trim();
  const space = line.indexOf(' ');
  if (space === -1) return [line, ''];
  const target = line.slice(space + 1).replace(/(?:^| +)HTTP\/\d[.\d]*$/, '');
  return [line.slice(0, space), target.trim()];
}

/** Reads a request of a page. It was also a page view if the status is 200 or 304 and the client names itself. */
export function readRequest(request: WebRequest): Reading {
  const { at, method, status } = request;
  if (!Number.isFinite(at)) return unreadable('its time cannot be read');
  const address = /^-?$/.test(request.address) ? '' : addressIn(request.address);
  if (address === undefined) return unreadable('its address is none');
  // In place, because a spread takes microseconds (see recordOf).
  request.address = address;
  request.target = withoutUser(request.target);
  const { target } = request;
  if (target === '' || target === '*')
    return method === 'GET' ? unreadable('its request has no path') : skip(whyNot.method);
  const why = whyNoPage(request);
  if (why !== undefined) return skip(whyNot[why]);
  const host = hostAsked(target, request.host);
  if (host !== '' && plainHost(host) === undefined) return unreadable('its host is none');
  const isView = method === 'GET' && (status === 200 || status === 304);
  return { kind: 'request', request, view: isView ? recordOf(request) : undefined };
}

const whyNot: Readonly<Record<NoPage, string>> = {
  method: 'not a GET or HEAD',
  unanswered: 'not answered',
  redirect: 'a redirect',
  asset: 'no page (an asset)',
};

function recordOf(request: WebRequest): ImportRecord {
  const { target, host, userAgent, address, referrer, language } = request;
  return {
    at: request.at,
    key: request.id || request.text,
    // Spread, it takes 4 us.
    ping: Object.assign({ ip: address, user_agent: userAgent, referrer, language }, pageAt(host, target)),
  };
}
