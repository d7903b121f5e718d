import { askedOfCloudFront, decodeOnce, percentDecoded } from '../pipeline/index.ts';

/** Whether a line is one of CloudFront's standard logs, written as JSON. */
export const isOfCloudFront = (line: object): boolean => 'cs-uri-stem' in line;

/** A list or an object has none: String() of a nested one may throw. */
export const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value));

/** The fields of such a line under our names. Its values are texts, `-` is none, and those of headers are percent-encoded. */
export function fromCloudFront(line: object): Record<string, unknown> {
  const sent = new Map<string, unknown>(Object.entries(line));
  const text = (name: string) => {
    const value = textOf(sent.get(name) ?? '-');
    return value === '-' ? '' : value;
  };
  const decoded = (name: string) => percentDecoded(text(name));
  return {
    timestamp: Number(text('timestamp(ms)')) || `${text('date')}T${text('time')}Z`,
    // Not cs(Host): that is the distribution's own name.
    host: text('x-host-header'),
    path: askedOfCloudFront(text('cs-uri-stem'), text('cs-uri-query')),
    status: text('sc-status'),
    user_agent: decoded('cs(User-Agent)'),
    ip: text('c-ip'),
    id: text('x-edge-request-id'),
    referrer: decodeOnce(text('cs(Referer)')),
    method: text('cs-method'),
    content_type: decoded('sc-content-type'),
    site_id: sent.get('site_id'),
  };
}
