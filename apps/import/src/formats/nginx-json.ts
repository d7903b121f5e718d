import { type LineFormat, unreadable } from '../format.ts';
import { has, objectLines, textOf } from './json-line.ts';
import { readMoment } from './moment.ts';
import { readRequest, readRequestLine } from './web-request.ts';

/** JSON lines of nginx whose members have the names of its variables. */
export const nginxJson: LineFormat = {
  kind: 'lines',
  name: 'nginx-json',
  expects:
    "a JSON object with the names of nginx's variables: time_iso8601, msec or time_local, remote_addr, request_uri or request, status, http_user_agent",
  createReader({ hosts }) {
    return objectLines((entry, line) => {
      const [method, target] = readRequestLine(textOf(entry, 'request'));
      const status = Number(textOf(entry, 'status') || Number.NaN);
      const time = textOf(entry, 'time_iso8601', 'msec', 'time_local', 'time', 'timestamp', '@timestamp');
      const uri = textOf(entry, 'request_uri') || target;
      const address = textOf(entry, 'remote_addr');
      const isRequest = has(entry, 'request_uri', 'request') && has(entry, 'request_method', 'request');
      // Without addresses, all visitors with one browser would be one.
      if (!isRequest || address === '' || time === '' || Number.isNaN(status))
        return unreadable('it lacks a time, remote_addr, status, request_uri or request_method (or request)');
      return readRequest({
        text: line,
        id: textOf(entry, 'request_id'),
        at: readMoment(time),
        method: textOf(entry, 'request_method') || method,
        target: uri,
        status,
        host: hosts.of(...['host', 'http_host', 'server_name'].map((name) => textOf(entry, name))),
        address,
        userAgent: textOf(entry, 'http_user_agent'),
        referrer: textOf(entry, 'http_referer', 'http_referrer'),
        contentType: textOf(entry, 'sent_http_content_type', 'content_type'),
        language: textOf(entry, 'http_accept_language'),
      });
    });
  },
};
