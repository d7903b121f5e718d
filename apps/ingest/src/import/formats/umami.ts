import { type Known, type Row, skip, type TableFormat, unreadable } from '../format.ts';
import { readMoment } from './moment.ts';
import { createOneSite } from './one-site.ts';
import { pageAt, withScheme } from './page-address.ts';
import { countryOf, deviceTypeOf, nameAndVersion, widthIn } from './visitor-facts.ts';

/** Umami's tables website_event and session, of version 2 and later. */
export const umami: TableFormat = {
  kind: 'table',
  name: 'umami',
  expects: 'a row of its table website_event',
  main: {
    name: 'website_event',
    columns: ['event_id', 'website_id', 'session_id', 'visit_id', 'created_at', 'url_path', 'event_type'],
  },
  sides: [
    {
      name: 'session',
      columns: ['session_id', 'website_id', 'browser', 'os', 'device'],
      key: 'session_id',
      required: false,
      kept: ['hostname', 'browser', 'os', 'device', 'screen', 'language', 'country', 'city'],
    },
  ],
  createReader({ host }, lookup) {
    const isForeign = createOneSite();
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const at = readMoment(cell('created_at'));
      if (!Number.isFinite(at)) return unreadable('its created_at is no time');
      if (cell('event_id') === '') return unreadable('it has no event_id');
      const foreign = isForeign('website_id', cell('website_id'));
      if (foreign !== undefined) return unreadable(foreign);
      const type = cell('event_type');
      if (type !== '1' && type !== '2') return skip(`event_type ${type}`);
      const session = lookup('session', cell('session_id')) ?? {};
      const query = cell('url_query');
      const page = pageAt(
        host ?? (cell('hostname') || (session['hostname'] ?? '')),
        cell('url_path') + (query === '' ? '' : `?${query}`),
      );
      return {
        kind: 'record',
        record: {
          at,
          key: cell('event_id'),
          visitor: cell('session_id') || undefined,
          visit: cell('visit_id') || undefined,
          ping: {
            ...page,
            ...(type === '2'
              ? { type: 'event', event: cell('event_name') }
              : { page_title: cell('page_title'), referrer: referrerOf(row) }),
            language: session['language'],
            viewport_width: widthIn(session['screen'] ?? ''),
          },
          known: knownOf(session),
        },
      };
    };
  },
};

function referrerOf(row: Row): string {
  const { referrer_domain: domain = '', referrer_path: path = '', referrer_query: query = '' } = row;
  return domain === '' ? '' : withScheme(domain) + path + (query === '' ? '' : `?${query}`);
}

/** The names that Umami gives to browsers, where they differ from ours in more than capitals. */
const browsers: Readonly<Record<string, string>> = {
  ios: 'Mobile Safari',
  'ios-webview': 'Mobile Safari',
  crios: 'Chrome',
  'chromium-webview': 'Chrome WebView',
  fxios: 'Firefox',
  'edge-chromium': 'Edge',
  'edge-ios': 'Edge',
  samsung: 'Samsung Browser',
  yandexbrowser: 'Yandex',
  ie: 'IE',
};

function knownOf(session: Row): Known {
  const { browser = '', os = '', device = '', country = '', city = '' } = session;
  const [system, os_version] = nameAndVersion(os);
  return {
    country: countryOf(country),
    city,
    browser: browsers[browser] ?? browser.charAt(0).toUpperCase() + browser.slice(1),
    os: system === 'Android OS' ? 'Android' : system,
    os_version,
    device_type: deviceTypeOf(device),
  };
}
