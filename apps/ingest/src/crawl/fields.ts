import { isIP } from 'node:net';
import { isSiteId, plainHost, siteIdWords, storableText } from '@tallyhouse/ping';
import { hostAsked, isPossible, momentOf, possibleTimes, withoutUser } from '../pipeline/index.ts';
import { fromCloudFront, isOfCloudFront, textOf } from './cloudfront.ts';

/** A valid line. `''` is unknown. */
export interface SentRequest {
  site: string;
  at: number;
  /** The host in `path` where that is an absolute URL. */
  host: string;
  /** As sent: path and query, or an absolute URL. */
  path: string;
  status: number;
  userAgent: string;
  ip: string;
  id: string;
  referrer: string;
  method: string;
  contentType: string;
}

/** What is wrong with a line: the field, and what it accepts. */
export interface Mistake {
  parameter?: string;
  message: string;
}

/** The names that Cloudflare gives the fields in its logs of requests. */
const ofCloudflare: Readonly<Record<string, string>> = {
  timestamp: 'EdgeStartTimestamp',
  host: 'ClientRequestHost',
  path: 'ClientRequestURI',
  status: 'EdgeResponseStatus',
  user_agent: 'ClientRequestUserAgent',
  ip: 'ClientIP',
  id: 'RayID',
  referrer: 'ClientRequestReferer',
  method: 'ClientRequestMethod',
  content_type: 'EdgeResponseContentType',
};

const longestText = 2000;
const longestId = 64;

/**
 * Reads a line, field by field in the order of the documentation.
 * @param receivedAt milliseconds since 1970
 */
export function readRequest(line: unknown, receivedAt: number): SentRequest | Mistake {
  if (typeof line !== 'object' || line === null || Array.isArray(line))
    return { message: 'A line is a JSON object: one request' };
  const sent = new Map<string, unknown>(Object.entries(isOfCloudFront(line) ? fromCloudFront(line) : line));
  const given = (name: string) => sent.get(name) ?? sent.get(ofCloudflare[name] ?? '') ?? undefined;
  let mistake: Mistake | undefined;
  const wrong = (parameter: string, must: string) => {
    mistake ??= { parameter, message: `${parameter} ${must}` };
    return '';
  };
  const text = (name: string, max: number, isNeeded = false) => {
    const value = given(name);
    if (value === undefined) return isNeeded ? wrong(name, 'is required') : '';
    return typeof value === 'string' ? storableText(value, max) : wrong(name, 'must be a string');
  };

  const at = timeOf(given('timestamp'), sent.has('timestamp'));
  if (at === undefined) wrong('timestamp', 'must be ISO 8601 with an offset, or milliseconds since 1970');
  else if (!isPossible(at, receivedAt)) mistake ??= { parameter: 'timestamp', message: possibleTimes };
  // Cut when it is normalized: escapes are longer than the characters that they encode.
  const path = withoutUser(text('path', Number.MAX_SAFE_INTEGER, true)) || wrong('path', 'is required');
  const said = textOf(given('status'));
  const status = /^\d{1,3}$/.test(said) ? Number(said) : Number.NaN;
  if (status !== 0 && !(status >= 100 && status <= 599))
    wrong('status', 'must be a whole number from 100 to 599, or 000');
  const userAgent = text('user_agent', longestText, true);
  const ip = text('ip', longestText, true);
  if (isIP(ip) === 0) wrong('ip', 'must be an IPv4 or IPv6 address');
  const site = given('site_id') ?? '';
  if (site !== '' && !(typeof site === 'string' && isSiteId(site)))
    wrong('site_id', `must be ${siteIdWords}`);
  const asked = hostAsked(path, text('host', longestText));
  const host = asked && (plainHost(asked) ?? wrong('host', 'must be a name such as www.example.com'));
  const referrer = text('referrer', longestText);
  const method = text('method', longestText) || 'GET';
  const contentType = text('content_type', longestText);
  const id = text('id', longestId + 1);
  if (id.length > longestId) wrong('id', `must be a string of 1 to ${longestId} characters`);
  if (mistake !== undefined || at === undefined || typeof site !== 'string')
    return mistake ?? { message: 'A line is a JSON object: one request' };
  return { site, at, host, path, status, userAgent, ip, id, referrer, method, contentType };
}

/** Cloudflare writes ISO 8601, or seconds or nanoseconds since 1970. */
function timeOf(value: unknown, isOurs: boolean): number | undefined {
  const at = momentOf(value);
  if (at === undefined || isOurs || typeof value !== 'number') return at;
  return at > 1e17 ? Math.round(at / 1e6) : at < 1e11 ? at * 1000 : at;
}
