import { askedOfCloudFront, decodeOnce, percentDecoded } from '@tallyhouse/ingest/pipeline';
import { type LineFormat, nothing, unreadable } from '../format.ts';
import { readMoment } from './moment.ts';
import { readRequest } from './web-request.ts';

/** Up to the user agent and the query: a line with fewer is invalid. */
const fewestFields = 12;

/** The fields of a file without a header. */
const usualFields = `date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)
  cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for
  ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port
  time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end`;

/** Standard (legacy) logs of Amazon CloudFront: fields of W3C's extended format, separated by tabs. */
export const cloudfront: LineFormat = {
  kind: 'lines',
  name: 'cloudfront',
  expects: "a line of CloudFront's standard logs: date, time, x-edge-location and so on, separated by tabs",
  createReader({ hosts }) {
    let places = placesOf(usualFields);
    return (line) => {
      if (line === '') return nothing;
      if (line.startsWith('#')) {
        if (line.startsWith('#Fields:')) places = placesOf(line.slice('#Fields:'.length));
        return nothing;
      }
      const cells = line.split('\t');
      if (cells.length < fewestFields) return unreadable(`it has ${cells.length} fields`);
      const cell = (name: string) => {
        const text = cells[places.get(name) ?? -1] ?? '';
        return text === '-' ? '' : text;
      };
      const status = Number(cell('sc-status') || Number.NaN);
      if (Number.isNaN(status)) return unreadable('its sc-status is no number');
      return readRequest({
        text: line,
        id: cell('x-edge-request-id'),
        at: readMoment(`${cell('date')} ${cell('time')}`),
        method: cell('cs-method'),
        target: askedOfCloudFront(cell('cs-uri-stem'), cell('cs-uri-query')),
        status,
        // cs(Host) is usually the distribution's own name; x-host-header is the requested one.
        host: hosts.of(cell('x-host-header'), siteIn(cell('cs(Host)'))) || cell('cs(Host)'),
        address: cell('c-ip'),
        userAgent: percentDecoded(cell('cs(User-Agent)')),
        referrer: decodeOnce(cell('cs(Referer)')),
        contentType: percentDecoded(cell('sc-content-type')),
      });
    };
  },
};

const siteIn = (host: string) => (/\.cloudfront\.net$/i.test(host) ? '' : host);

const placesOf = (fields: string) =>
  new Map([...fields.matchAll(/\S+/g)].map(([name], place) => [name, place]));
