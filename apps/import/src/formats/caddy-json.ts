import { isObject } from '@tallyhouse/service';
import { type LineFormat, skip, unreadable } from '../format.ts';
import { has, objectLines, textOf } from './json-line.ts';
import { readMoment } from './moment.ts';
import { readRequest } from './web-request.ts';

/** Before 2.5 it was remote_addr, with the port. A filter may delete them. */
const addresses = ['client_ip', 'remote_ip', 'remote_addr'];
const otherMessage = skip('not of the access log');

/** The access log of Caddy 2. */
export const caddyJson: LineFormat = {
  kind: 'lines',
  name: 'caddy-json',
  expects: 'a JSON object of Caddy 2 with ts, status and request: {method, host, uri, remote_ip, headers}',
  createReader({ hosts }) {
    return objectLines((entry, line) => {
      // Caddy writes its other messages into the same file by default; those of errors are about requests, too.
      if (!/^(?:$|http\.log\.access\b)/.test(textOf(entry, 'logger'))) return otherMessage;
      const { request } = entry;
      if (!isObject(request))
        return textOf(entry, 'msg') === '' ? unreadable('it has no request') : otherMessage;
      const status = Number(textOf(entry, 'status') || Number.NaN);
      const target = textOf(request, 'uri');
      const isWhole = target !== '' && has(request, ...addresses) && !Number.isNaN(status);
      if (!isWhole) return unreadable('it lacks request.uri, request.remote_ip or status');
      const asked = headersIn(request['headers']);
      return readRequest({
        text: line,
        at: readMoment(textOf(entry, 'ts')),
        method: textOf(request, 'method'),
        target,
        status,
        host: hosts.of(textOf(request, 'host')),
        address: textOf(request, ...addresses),
        userAgent: asked('User-Agent'),
        referrer: asked('Referer'),
        language: asked('Accept-Language'),
        contentType: headersIn(entry['resp_headers'])('Content-Type'),
      });
    });
  },
};

/** Caddy writes headers as lists. */
function headersIn(headers: unknown): (name: string) => string {
  return (name) => {
    const values = isObject(headers) ? headers[name] : undefined;
    const first: unknown = Array.isArray(values) ? values[0] : undefined;
    return typeof first === 'string' ? first : '';
  };
}
