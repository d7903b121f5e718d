import { whyNoPage } from '@tallyhouse/ingest/pipeline';
import { type ImportRecord, type Reading, recorded, skip, unreadable } from '../format.ts';
import { pageAt } from './page-address.ts';

/** A request in the log of a web server. Unknown texts are `''`. */
export interface WebRequest {
  /** The whole record, as written. */
  text: string;
  /** Milliseconds since 1970; NaN when it cannot be read. */
  at: number;
  method: string;
  /** Path and query, or an absolute URL. */
  target: string;
  status: number;
  host: string;
  address: string;
  userAgent: string;
  referrer: string;
  contentType: string;
  language?: string;
}

/**
 * Decides whether a request was a page view: a GET answered with 200 or 304, of no asset, by a client that names itself. The
 * content type decides when it is known, otherwise the extension of the path.
 */
export function readRequest(request: WebRequest): Reading {
  const { at, method, target, status, host, userAgent, contentType } = request;
  if (!Number.isFinite(at)) return unreadable('its time cannot be read');
  if (target === '') return method === 'GET' ? unreadable('its request has no path') : skip('not a GET');
  if (method !== 'GET') return skip('not a GET');
  if (status !== 200 && status !== 304) return skip('status other than 200 and 304');
  if (contentType === '' ? isAsset(target) : !pageTypes.test(contentType)) return skip('no page (an asset)');
  if (userAgent === '') return skip('no user agent');
  if (host !== '' && !URL.canParse(`http://${host}/`)) return unreadable('its host is none');
  return recorded(recordOf(request));
}

function recordOf(request: WebRequest): ImportRecord {
  const { target, host, userAgent, address, referrer, language } = request;
  return {
    at: request.at,
    key: request.text,
    ping: {
      ...pageAt(host, target),
      ip: address,
      user_agent: userAgent,
      referrer,
      language,
    },
  };
}
