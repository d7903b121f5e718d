import {
  type ImportRecord,
  type Known,
  type ObjectFormat,
  pathless,
  type Reading,
  skip,
  unreadable,
} from '../../format.ts';
import { clientIn } from '../client-names.ts';
import { pageWithFragment, withoutPlace } from '../page-address.ts';
import { deviceTypeOf } from '../visitor-facts.ts';
import { countryNamed } from './countries.ts';
import { eventIn } from './event.ts';
import lists from './lists.json' with { type: 'json' };
import { doubled, tableOfUsers } from './other-tables.ts';
import { type Fields, paramsIn, recordIn, textIn } from './row.ts';
import { trafficIn } from './traffic.ts';
import { createViews } from './views.ts';

/** Events that GA4 derives from the page view that they come with. */
const derived: ReadonlySet<string> = new Set(['session_start', 'first_visit']);
/** Events with nothing but the reading time and depth of a page. */
const engagements: ReadonlySet<string> = new Set(['user_engagement', 'scroll']);
/** Distinguishes events of one moment; the last column says their order. */
const batch = ['event_bundle_sequence_id', 'batch_page_id', 'batch_ordering_id', 'batch_event_index'];

export const ga4: ObjectFormat = {
  kind: 'objects',
  name: 'ga4',
  expects: 'a row of its table events_YYYYMMDD in BigQuery, as a line of JSON or in Parquet',
  columns: lists.columns,
  refuse: doubled,
  createReader({ hosts, isForeign }) {
    const views = createViews();
    return (row) => {
      if (textIn(row, 'occurrence_date') !== '') return unreadable(tableOfUsers);
      const [time, name] = [textIn(row, 'event_timestamp'), textIn(row, 'event_name')];
      if (time === '') return unreadable('it has no event_timestamp');
      if (!/^\d{16}$/.test(time)) return unreadable('its event_timestamp is no time in microseconds');
      if (name === '') return unreadable('it has no event_name');
      const stream = textIn(row, 'stream_id');
      const foreign = stream === '' ? undefined : isForeign('stream_id', stream);
      if (foreign !== undefined) return unreadable(foreign);
      if (derived.has(name)) return skip('session start or first visit, which page views show');
      const visitor = textIn(row, 'user_pseudo_id');
      if (visitor === '') return skip('no visitor (no consent)');
      return readEvent(row, name, Math.floor(Number(time) / 1000), visitor);
    };

    function readEvent(row: Fields, name: string, at: number, visitor: string): Reading {
      const params = paramsIn(row);
      const text = (key: string) => params[key] ?? '';
      const location = text('page_location');
      const host = hosts.of(textIn(recordIn(recordIn(row, 'device'), 'web_info'), 'hostname'));
      const page = pageWithFragment(host, isWeb(location) ? withoutPlace(location) : '');
      const isView = name === 'page_view';
      if (isView && page['page_path'] === undefined && page['url'] === undefined) return pathless;

      const session = text('ga_session_id');
      const { known: source, tags } = trafficIn(row, params);
      const batched = batch.map((column) => textIn(row, column) || text(column));
      const key = [visitor, textIn(row, 'event_timestamp'), name, location, ...batched].join('\n');
      const index = batched.at(-1) ?? '';
      // All events of a request have the time of the request.
      const place = /^\d+$/.test(index) ? Number(index) : undefined;
      const whose = {
        visitor,
        visit: session === '' ? undefined : `${visitor} ${session}`,
        visitBegan: /^\d{10}$/.test(session) ? Number(session) * 1000 : undefined,
        known: Object.assign(knownOf(row), source),
        ...(place !== undefined && { isUnique: true as const }),
      };
      const about = { ...page, language: textIn(recordIn(row, 'device'), 'language'), ...tags };
      const focus = Math.max(Number(text('engagement_time_msec')) || 0, 0);
      const ofVisit = `${visitor} ${session} ${withoutPlace(location)}`;

      if (isView) {
        const ping = { ...about, page_title: text('page_title'), referrer: text('page_referrer') };
        const engaged = views.opened(ofVisit, at, key, focus);
        return { kind: 'record', record: { ...whose, at, key, place, ping, engaged } };
      }
      const more = readMore(focus, name === 'scroll' ? Number(text('percent_scrolled')) || 0 : 0);
      if (engagements.has(name)) {
        return more === undefined
          ? skip('engagement without an earlier page view, or there again')
          : { kind: 'record', record: more };
      }
      const { event, lost } = eventIn(row, name, params);
      return {
        kind: 'record',
        record: { ...whose, at, key, place, ping: { ...about, ...event } },
        second: more,
        lost,
      };

      function readMore(time: number, depth: number): ImportRecord | undefined {
        if (location === '' || (time === 0 && depth === 0)) return undefined;
        const found = views.read(ofVisit, at, [time, at, name, ...batched].join(), time, depth);
        if (found === undefined) return undefined;
        const ping = { ...about, type: 'engage', focus_time_ms: found.focus, scroll_depth: found.depth };
        // The key has the sums, which differ in a file that is cut elsewhere.
        return { ...whose, at, key: `${key}\n${found.focus} ${found.depth}`, of: found.of, ping };
      }
    }
  },
};

/** Neither an app's nor an empty frame's. */
const isWeb = (address: string) => /^(?:https?:|(?![a-z][a-z\d+.-]*:))/i.test(address);

function knownOf(row: Fields): Known {
  const [device, geo] = [recordIn(row, 'device'), recordIn(row, 'geo')];
  const web = recordIn(device, 'web_info');
  return {
    ...clientIn('ga4', {
      browser: textIn(web, 'browser'),
      browserVersion: /^\d+(?:\.\d+)?/.exec(textIn(web, 'browser_version'))?.[0],
      system: textIn(device, 'operating_system'),
      // It repeats the name: iOS 18.5, Intel 10.15; of Linux it has the processor (x86_64).
      systemVersion: /(?<!\w)\d[\w.]*$/.exec(textIn(device, 'operating_system_version'))?.[0],
      deviceType: deviceTypeOf(textIn(device, 'category')),
    }),
    country: countryNamed(textIn(geo, 'country')),
    region: textIn(geo, 'region'),
    city: textIn(geo, 'city'),
  };
}
