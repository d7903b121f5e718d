import { campaignTags } from '@tallyhouse/ingest/pipeline';
import { type Known, pathless, type Row, recorded, skip, type TableFormat, unreadable } from '../format.ts';
import { clientIn } from './client-names.ts';
import { readMoment } from './moment.ts';
import { type PageFields, pageOf, routeIn, tagsOf, withoutPlace, withScheme } from './page-address.ts';
import { countryOf, deviceTypeOf, nameAndVersion, widthIn } from './visitor-facts.ts';

/** The visitor's columns, from the table session. The export of Umami's cloud has them in each event. */
const ofVisitor = ['hostname', 'browser', 'os', 'device', 'screen', 'language', 'country', 'city'];
/** Columns that repeat a parameter of the query. */
const clickIds = ['gclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id', 'twclid'];
const referrers = ['referrer_domain', 'referrer_path', 'referrer_query'];

/** Umami's tables website_event and session, of version 2 and later. */
export const umami: TableFormat = {
  kind: 'table',
  name: 'umami',
  expects: 'a row of its table website_event',
  main: {
    name: 'website_event',
    columns: ['event_id', 'website_id', 'session_id', 'visit_id', 'created_at', 'url_path', 'event_type'],
    more: ['url_query', 'page_title', 'event_name', ...referrers, ...campaignTags, ...clickIds, ...ofVisitor],
  },
  sides: [
    {
      name: 'session',
      columns: ['session_id', 'website_id', 'browser', 'os', 'device'],
      key: 'session_id',
      required: false,
      kept: ofVisitor,
    },
  ],
  createReader({ hosts, isForeign }, lookup) {
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const at = readMoment(cell('created_at'));
      if (!Number.isFinite(at)) return unreadable('its created_at is no time');
      if (cell('event_id') === '') return unreadable('it has no event_id');
      const foreign = isForeign('website_id', cell('website_id'));
      if (foreign !== undefined) return unreadable(foreign);
      const type = cell('event_type');
      if (type !== '1' && type !== '2') return skip(`event_type ${type}`);
      if (type === '1' && cell('url_path') === '') return pathless;
      const session = lookup('session', cell('session_id')) ?? {};
      const visitor = Object.fromEntries(
        ofVisitor.map((name) => [name, cell(name) || (session[name] ?? '')]),
      );
      return recorded({
        at,
        key: cell('event_id'),
        isUnique: true,
        visitor: cell('session_id') || undefined,
        visit: cell('visit_id') || undefined,
        ping: {
          ...pageIn(row, hosts.ofShortened(visitor['hostname'] ?? '')),
          ...tagsOf(row),
          ...(type === '2'
            ? { type: 'event', event: cell('event_name') }
            : { page_title: cell('page_title'), referrer: referrerOf(row) }),
          language: visitor['language'],
          viewport_width: widthIn(visitor['screen'] ?? ''),
        },
        known: knownOf(visitor),
      });
    };
  },
};

/** Umami stores the path with every fragment, decoded but for the characters that have a meaning in addresses. */
function pageIn(row: Row, host: string): PageFields {
  const { url_path: path = '' } = row;
  const url_query = row['url_query']?.replace(/^\?/, '') ?? '';
  const hash = path.indexOf('#');
  const kept = hash === -1 ? path : path.slice(0, hash) + withoutPlace(routeIn(path));
  const ids = clickIds.flatMap((name) =>
    row[name] && !url_query.includes(`${name}=`) ? [`${name}=${encodeURIComponent(row[name])}`] : [],
  );
  const query = [url_query, ...ids].filter(Boolean).join('&');
  return pageOf(host, kept, query);
}

function referrerOf(row: Row): string {
  const { referrer_domain: domain = '', referrer_path: path = '', referrer_query: query = '' } = row;
  if (domain === '') return '';
  return withScheme(domain) + path.replace(/[?#]/g, encodeURIComponent) + (query === '' ? '' : `?${query}`);
}

function knownOf(visitor: Row): Known {
  const { browser = '', os = '', device = '', country = '', city = '' } = visitor;
  const [system, systemVersion] = nameAndVersion(os);
  return {
    country: countryOf(country),
    city,
    ...clientIn('umami', { browser, system, systemVersion, deviceType: deviceTypeOf(device) }),
  };
}
