import {
  type ImportRecord,
  type Known,
  type Lookup,
  type Row,
  skip,
  type TableFormat,
  unreadable,
} from '../format.ts';
import { readMoment } from './moment.ts';
import { createOneSite } from './one-site.ts';
import { pageAt } from './page-address.ts';
import { countryOf, sourceNamed, widthIn } from './visitor-facts.ts';

/** The kinds of rows in log_action that matter here. */
const actionType = { page: '1', outlink: '2', download: '3' } as const;

/** Matomo's tables log_link_visit_action, log_visit and log_action, of version 4 and later. */
export const matomo: TableFormat = {
  kind: 'table',
  name: 'matomo',
  expects: 'a row of its table log_link_visit_action',
  main: {
    name: 'log_link_visit_action',
    columns: ['idlink_va', 'idsite', 'idvisitor', 'idvisit', 'server_time', 'idaction_url', 'idaction_name'],
  },
  sides: [
    {
      name: 'log_visit',
      columns: ['idvisit', 'idvisitor', 'visit_first_action_time'],
      key: 'idvisit',
      required: true,
      kept: [
        'visit_first_action_time',
        'location_ip',
        'location_country',
        'location_city',
        'location_browser_lang',
        'referer_type',
        'referer_name',
        'referer_url',
        'referer_keyword',
        'config_browser_name',
        'config_browser_version',
        'config_os',
        'config_os_version',
        'config_device_type',
        'config_resolution',
      ],
    },
    {
      name: 'log_action',
      columns: ['idaction', 'name', 'type', 'url_prefix'],
      key: 'idaction',
      required: true,
      kept: ['name', 'type', 'url_prefix'],
    },
  ],
  createReader({ host = '' }, lookup) {
    const isForeign = createOneSite();
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const at = readMoment(cell('server_time'));
      if (!Number.isFinite(at)) return unreadable('its server_time is no time');
      if (cell('idlink_va') === '') return unreadable('it has no idlink_va');
      const foreign = isForeign('idsite', cell('idsite'));
      if (foreign !== undefined) return unreadable(foreign);
      const visit = lookup('log_visit', cell('idvisit'));
      if (visit === undefined) return unreadable(`log_visit has no visit ${cell('idvisit')}`);
      const ping = pingOf(row, lookup, host);
      if (typeof ping === 'string') return skip(ping);
      const began = readMoment(visit['visit_first_action_time'] ?? '');
      const spent = Number(cell('time_spent')) * 1000;
      const record: ImportRecord = {
        at,
        key: cell('idlink_va'),
        visitor: cell('idvisitor') || undefined,
        visit: cell('idvisit'),
        ping: {
          ...ping,
          // The referrer of the visit is that of its first page.
          ...(at <= began + 1000 ? referrerOf(visit) : {}),
          ip: addressOf(visit['location_ip'] ?? ''),
          language: visit['location_browser_lang'],
          viewport_width: widthIn(visit['config_resolution'] ?? ''),
        },
        known: knownOf(visit),
      };
      if (spent > 0) record.engaged = { untilMs: spent, focus_time_ms: spent };
      return { kind: 'record', record };
    };
  },
};

/** The fields of the page or event; a text says why it is neither. */
function pingOf(row: Row, lookup: Lookup, host: string): Record<string, unknown> | string {
  const action = (column: string) => lookup('log_action', row[column] ?? '');
  const url = action('idaction_url');
  const address = url === undefined ? '' : addressIn(url);
  const eventName = action('idaction_event_action');
  if (eventName !== undefined) {
    const value = row['custom_float'] ?? '';
    return {
      ...(address === '' ? {} : pageAt(host, address)),
      type: 'event',
      event: eventName['name'],
      props: {
        category: action('idaction_event_category')?.['name'] ?? null,
        name: action('idaction_name')?.['name'] ?? null,
        value: value === '' ? null : Number(value),
      },
    };
  }
  switch (url?.['type']) {
    case actionType.page:
      return { ...pageAt(host, address), page_title: action('idaction_name')?.['name'] ?? '' };
    case actionType.outlink:
      return { type: 'event', event: 'Outbound link', props: { url: address.slice(0, 500) } };
    case actionType.download:
      return { type: 'event', event: 'Download', props: { file: address.slice(0, 500) } };
    default:
      return 'neither page view, event, outlink nor download';
  }
}

/** By Matomo's url_prefix. */
const schemes = ['http://', 'http://www.', 'https://', 'https://www.'];

function addressIn({ name = '', url_prefix = '' }: Row): string {
  return url_prefix === '' ? name : (schemes[Number(url_prefix)] ?? '') + name;
}

const campaign = '6';
const searchEngine = '2';
const socialNetwork = '7';

function referrerOf(visit: Row): Record<string, string> {
  const { referer_type: type, referer_url = '', referer_name = '', referer_keyword = '' } = visit;
  if (type === campaign)
    return { referrer: referer_url, utm_campaign: referer_name, utm_term: referer_keyword };
  return { referrer: referer_url };
}

/** A text, or the bytes of Matomo in hexadecimal (`C0000201`, `0xC0000201`). */
function addressOf(text: string): string | undefined {
  const [, hex = ''] = /^(?:0x)?([0-9a-f]{8}|[0-9a-f]{32})$/i.exec(text) ?? [];
  if (hex === '') return text || undefined;
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length === 4) return bytes.join('.');
  return (hex.match(/.{4}/g) ?? []).join(':');
}

const browsers: Readonly<Record<string, string>> = {
  CH: 'Chrome',
  CM: 'Chrome',
  CI: 'Chrome',
  CV: 'Chrome WebView',
  FF: 'Firefox',
  FM: 'Firefox',
  SF: 'Safari',
  MF: 'Mobile Safari',
  PS: 'Edge',
  OP: 'Opera',
  OM: 'Opera',
  SB: 'Samsung Browser',
  IE: 'IE',
  BR: 'Brave',
  YA: 'Yandex',
  VI: 'Vivaldi',
};
const systems: Readonly<Record<string, string>> = {
  WIN: 'Windows',
  MAC: 'Mac OS',
  LIN: 'Linux',
  UBT: 'Ubuntu',
  FED: 'Fedora',
  DEB: 'Debian',
  AND: 'Android',
  IOS: 'iOS',
  IPA: 'iOS',
  COS: 'Chromium OS',
};
/** By Matomo's number of the type. */
const devices = [
  'desktop',
  'mobile',
  'tablet',
  'mobile',
  'console',
  'tv',
  'other',
  'other',
  'other',
  'other',
  'mobile',
  'other',
  'wearable',
  'other',
] as const;

function knownOf(visit: Row): Known {
  const cell = (name: string) => visit[name] ?? '';
  const type = cell('config_device_type');
  // Search engines and networks have names; their addresses may be missing.
  const isNamed = [searchEngine, socialNetwork].includes(cell('referer_type')) && cell('referer_url') === '';
  return {
    country: cell('location_country') === 'xx' ? '' : countryOf(cell('location_country')),
    city: cell('location_city'),
    browser: browsers[cell('config_browser_name')] ?? '',
    browser_version: /^\d+(?:\.\d+)?/.exec(cell('config_browser_version'))?.[0] ?? '',
    os: systems[cell('config_os')] ?? '',
    os_version: cell('config_os_version'),
    device_type: type === '' ? '' : (devices[Number(type)] ?? ''),
    ...(isNamed ? sourceNamed(cell('referer_name')) : {}),
  };
}
