import { Recent } from '@tallyhouse/service';
import { decodeHTMLStrict as decoded } from 'entities';
import { type Known, pathless, type Row, skip, type TableFormat, unreadable } from '../format.ts';
import { clientIn } from './client-names.ts';
import { readMoment } from './moment.ts';
import { pageWithFragment } from './page-address.ts';
import { fittingProps } from './props.ts';
import { countryOf, sourceNamed, widthIn } from './visitor-facts.ts';

/** Columns of log_visit that a plugin adds, and their meaning here. */
const campaignColumns: Readonly<Record<string, string>> = {
  campaign_name: 'utm_campaign',
  campaign_keyword: 'utm_term',
  campaign_source: 'utm_source',
  campaign_medium: 'utm_medium',
  campaign_content: 'utm_content',
};

/** The other columns of log_visit that matter here. */
const visitColumns =
  `visit_first_action_time location_ip location_country location_city location_browser_lang referer_type
  referer_name referer_url referer_keyword config_browser_name config_browser_version config_os config_os_version
  config_device_type config_resolution`.split(/\s+/);

/** Visits whose first page may be still to come. */
const remembered = 20_000;

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
    more: ['idaction_event_category', 'idaction_event_action', 'custom_float', 'time_spent'],
    numbers: ['time_spent'],
  },
  sides: [
    {
      name: 'log_visit',
      columns: ['idvisit', 'idvisitor', 'visit_first_action_time'],
      key: 'idvisit',
      required: true,
      kept: [...visitColumns, ...Object.keys(campaignColumns)],
      numbers: ['idvisit', 'referer_type', 'config_device_type'],
    },
    {
      name: 'log_action',
      columns: ['idaction', 'name', 'type', 'url_prefix'],
      key: 'idaction',
      required: true,
      kept: ['name', 'type', 'url_prefix'],
      numbers: ['idaction', 'type', 'url_prefix'],
    },
  ],
  createReader({ hosts, isForeign }, lookup) {
    const isReferred = createReferred();
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const at = readMoment(cell('server_time'));
      if (!Number.isFinite(at)) return unreadable('its server_time is no time');
      if (cell('idlink_va') === '') return unreadable('it has no idlink_va');
      const foreign = isForeign('idsite', cell('idsite'));
      if (foreign !== undefined) return unreadable(foreign);
      const visit = lookup('log_visit', cell('idvisit'));
      if (visit === undefined) return unreadable(`log_visit has no visit ${cell('idvisit')}`);
      const found = pingOf(row, (column) => lookup('log_action', cell(column)), hosts.of());
      const began = readMoment(visit['visit_first_action_time'] ?? '');
      const isPage = typeof found === 'object' && found.ping['type'] === undefined;
      const referred = isReferred(cell('idvisit'), at <= began + 1000, isPage);
      if (typeof found === 'string') return skip(found);
      const spent = Number(cell('time_spent')) * 1000;
      const record = {
        at,
        key: cell('idlink_va'),
        isUnique: true as const,
        visitor: cell('idvisitor') || undefined,
        visit: cell('idvisit'),
        ping: {
          ...found.ping,
          ...(referred ? referrerOf(visit) : {}),
          ip: addressOf(visit['location_ip'] ?? ''),
          language: visit['location_browser_lang'],
          viewport_width: widthIn(visit['config_resolution'] ?? ''),
        },
        known: knownOf(visit),
        engaged: spent > 0 ? { untilMs: spent, focus_time_ms: spent } : undefined,
      };
      return { kind: 'record', record, lost: found.lost };
    };
  },
};

/** Whether a row has the referrer of its visit: the first rows of the visit do, and its first page, which an event or a search may precede. */
function createReferred() {
  const awaited = new Recent<boolean>(remembered);
  return (visit: string, isFirst: boolean, isPage: boolean): boolean => {
    const isAwaited = awaited.get(visit) ?? isFirst;
    awaited.set(visit, isAwaited && !isPage);
    return isFirst || (isAwaited && isPage);
  };
}

type Found = { ping: Record<string, unknown>; lost: readonly string[] };

/** An event, without properties that are empty. */
function eventOf(event: string, given: Row, page = {}): Found {
  const { props, lost } = fittingProps(Object.entries(given).filter(([, text]) => text !== ''));
  return { ping: { ...page, type: 'event', event, props }, lost };
}

/** The fields of the page or event, and reasons for parts that are left out; a text is the reason why it is neither. */
function pingOf(row: Row, action: (column: string) => Row | undefined, host: string): Found | string {
  const url = action('idaction_url');
  const address = url === undefined ? '' : addressIn(url);
  const page = pageWithFragment(host, address);
  const eventName = action('idaction_event_action');
  if (eventName !== undefined) {
    const value = row['custom_float'] && `${Number(row['custom_float'])}`;
    if (value === 'NaN') return 'a custom_float that is no number';
    const props = {
      category: textIn(action('idaction_event_category')),
      name: textIn(action('idaction_name')),
      value: value ?? '',
    };
    return eventOf(textIn(eventName), props, page);
  }
  switch (url?.['type']) {
    case actionType.page:
      if (address === '') return pathless.reason;
      return { ping: { ...page, page_title: textIn(action('idaction_name')) }, lost: [] };
    case actionType.outlink:
      return eventOf('Outbound link', { url: address });
    case actionType.download:
      return eventOf('Download', { file: address });
    default:
      return 'neither page view, event, outlink nor download';
  }
}

/** Matomo stores texts as HTML; addresses it stores as they are. */
const textIn = (action: Row | undefined) => decoded(action?.['name'] ?? '');

/** By Matomo's url_prefix. */
const schemes = ['http://', 'http://www.', 'https://', 'https://www.'];

function addressIn({ name = '', url_prefix = '' }: Row): string {
  return url_prefix === '' ? name : (schemes[Number(url_prefix)] ?? '') + name;
}

const campaign = '6';
/** The types of referrers that have a name, which may be all that is known of them, and their media. */
const namedReferrers: Readonly<Record<string, string>> = { 2: 'organic', 7: 'social', 8: 'ai' };

function referrerOf(visit: Row): Readonly<Record<string, string>> {
  const { referer_type: type, referer_url = '', referer_name = '', referer_keyword = '' } = visit;
  if (type !== campaign) return { referrer: referer_url };
  const tags = Object.entries(campaignColumns).flatMap(([column, tag]) =>
    visit[column] ? [[tag, decoded(visit[column])]] : [],
  );
  return {
    referrer: referer_url,
    utm_campaign: decoded(referer_name),
    utm_term: decoded(referer_keyword),
    ...Object.fromEntries(tags),
  };
}

/** A text, or the bytes of Matomo in hexadecimal (`C0000201`, `0xC0000201`). */
function addressOf(text: string): string | undefined {
  const [, hex = ''] = /^(?:0x)?([0-9a-f]{8}|[0-9a-f]{32})$/i.exec(text) ?? [];
  if (hex === '') return text || undefined;
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length === 4) return bytes.join('.');
  return (hex.match(/.{4}/g) ?? []).join(':');
}

/** By Matomo's number of the type. */
export const deviceNumbers: readonly string[] =
  'desktop mobile tablet mobile console tv other other other other mobile other wearable other'.split(' ');

function knownOf(visit: Row): Known {
  const cell = (name: string) => visit[name] ?? '';
  const type = cell('config_device_type');
  return {
    country: countryOf(cell('location_country')),
    city: decoded(cell('location_city')),
    ...clientIn('matomo', {
      browser: cell('config_browser_name'),
      browserVersion: /^\d+(?:\.\d+)?/.exec(cell('config_browser_version'))?.[0],
      system: cell('config_os'),
      systemVersion: cell('config_os_version'),
      deviceType: deviceNumbers[Number(type || Number.NaN)],
    }),
    ...namedSourceOf(visit),
  };
}

/** The source of a visit whose referrer has a name, but no address. */
function namedSourceOf({ referer_type = '', referer_url = '', referer_name = '' }: Row): Known {
  const usual = namedReferrers[referer_type];
  if (usual === undefined || referer_url !== '' || referer_name === '') return {};
  const { source = '', medium = '' } = sourceNamed(decoded(referer_name));
  return { source, medium: medium === 'referral' ? usual : medium };
}
