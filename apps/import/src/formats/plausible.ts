import { campaignTags } from '@tallyhouse/ingest/pipeline';
import { parseJson, Recent } from '@tallyhouse/service';
import { type Known, pathless, type Row, recorded, skip, type TableFormat, unreadable } from '../format.ts';
import { unescapedText } from '../read/csv.ts';
import { clientIn } from './client-names.ts';
import { readMoment } from './moment.ts';
import { pageOf, routeIn, tagsOf, unescaped, withScheme } from './page-address.ts';
import { fittingProps } from './props.ts';
import { countryOf, deviceTypeOf, sourceNamed } from './visitor-facts.ts';

/** Page views that an engagement may still belong to. */
const remembered = 20_000;
/** Plausible's value for a depth that was not measured. */
const noDepth = 255;
const ofView = 'a property of a page view';
/** Reports of the reading of a page; the second was the name of the first ones. */
const engagements: ReadonlySet<string> = new Set(['engagement', 'pageleave']);

interface Viewed {
  at: number;
  key: string;
  focus: number;
  depth: number;
  /** The rows that were added up: another file may repeat them. */
  rows: Set<string>;
}

/** Columns that may be missing, besides those of campaigns. */
const moreColumns = `hostname referrer referrer_source country_code screen_size operating_system
  operating_system_version browser browser_version click_id_param meta.key meta.value scroll_depth
  engagement_time revenue_source_amount revenue_source_currency`.split(/\s+/);

/** Plausible's table events_v2. */
export const plausible: TableFormat = {
  kind: 'table',
  name: 'plausible',
  expects: 'a row of its table events_v2',
  main: {
    name: 'events_v2',
    columns: ['timestamp', 'name', 'site_id', 'user_id', 'session_id', 'pathname'],
    more: [...moreColumns, ...campaignTags],
    numbers: ['engagement_time', 'scroll_depth'],
  },
  sides: [],
  createReader({ hosts, isForeign }) {
    const viewed = new Recent<Viewed>(remembered);
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const at = readMoment(cell('timestamp'));
      const [name, session, path] = [cell('name'), cell('session_id'), cell('pathname')];
      if (!Number.isFinite(at)) return unreadable('its timestamp is no time');
      if (name === '') return unreadable('it has no name');
      const foreign = isForeign('site_id', cell('site_id'));
      if (foreign !== undefined) return unreadable(foreign);
      const isView = name === 'pageview';
      const isEngagement = engagements.has(name);
      if (path === '' && (isView || isEngagement)) return pathless;
      // CSV and Parquet write lists in ways of their own.
      const values = JSON.stringify(listIn(cell('meta.value')));
      const key = `${session}\n${at}\n${name}\n${path}\n${values}`;
      const page = pageOf(hosts.ofShortened(cell('hostname')), pathIn(path), clickIn(row));
      const whose = { visitor: cell('user_id') || undefined, visit: session || undefined };
      const place = `${session} ${cell('hostname')}${path}`;
      if (isEngagement) {
        // Its time is the increment since the last one, its depth the deepest so far.
        const view = viewed.get(place);
        if (view === undefined) return skip('engagement without its page view');
        const time = cell('engagement_time');
        const added = `${at} ${time} ${cell('scroll_depth')}`;
        if (!view.rows.has(added)) view.focus += Number(time) || 0;
        view.rows.add(added);
        const depth = Number(cell('scroll_depth')) || 0;
        if (depth < noDepth) view.depth = Math.max(view.depth, depth);
        return recorded({
          at,
          key,
          ...whose,
          of: { at: view.at, key: view.key },
          ping: { ...page, type: 'engage', focus_time_ms: view.focus, scroll_depth: view.depth },
          known: knownOf(row),
        });
      }
      if (isView && viewed.get(place)?.key !== key)
        viewed.set(place, { at, key, focus: 0, depth: 0, rows: new Set() });
      const { props, lost } = propsOf(row);
      const record = {
        at,
        key,
        ...whose,
        ping: {
          ...page,
          ...(isView ? {} : { type: 'event', event: name, props, revenue: revenueOf(row) }),
          referrer: withScheme(cell('referrer')),
          ...campaignOf(row),
        },
        known: knownOf(row),
      };
      return { kind: 'record', record, lost: isView ? Object.keys(props).map(() => ofView) : lost };
    };
  },
};

/** Plausible stores a path decoded, and the fragment behind it only where that names the page. */
function pathIn(stored: string): string {
  const hash = stored.indexOf('#');
  return unescaped(hash === -1 ? stored : stored.slice(0, hash) + routeIn(stored));
}

/** Plausible keeps the name of the parameter that held a click id of an ad network, without the id. */
function clickIn({ click_id_param: name = '' }: Row): string {
  return /^\w+$/.test(name) ? `${name}=1` : '';
}

/** Without the medium that Plausible derived from a click id: `(gclid)`. */
function campaignOf(row: Row): Readonly<Record<string, string>> {
  return tagsOf(row['utm_medium']?.startsWith('(') ? { ...row, utm_medium: '' } : row);
}

function knownOf(row: Row): Known {
  const cell = (name: string) => row[name] ?? '';
  // A source without a referrer or a click id comes from a parameter of the address, such as ?ref=.
  const isNamed =
    ['referrer', 'utm_source', 'click_id_param'].every((name) => cell(name) === '') &&
    cell('referrer_source') !== 'Direct / None';
  return {
    country: countryOf(cell('country_code').replace(/[^A-Za-z]/g, '')),
    ...clientIn('deviceDetector', {
      // This means the web view of any app.
      browser: cell('browser') === 'Mobile App' ? '' : cell('browser'),
      browserVersion: cell('browser_version'),
      system: cell('operating_system'),
      systemVersion: cell('operating_system_version'),
      deviceType: deviceTypeOf(cell('screen_size')),
    }),
    ...(isNamed ? sourceNamed(cell('referrer_source')) : {}),
  };
}

function propsOf(row: Row) {
  const values = listIn(row['meta.value'] ?? '');
  const keys = listIn(row['meta.key'] ?? '');
  return fittingProps(keys.map((key, index) => [key, values[index] ?? '']));
}

/** Reads an array as ClickHouse writes it into CSV (`['a','b']`), or as JSON. */
function listIn(text: string): string[] {
  if (text.startsWith('["')) {
    const list = parseJson(text);
    return Array.isArray(list) ? list.map((item) => (typeof item === 'object' ? '' : String(item))) : [];
  }
  return [...text.matchAll(/'((?:[^'\\]|\\.)*)'/g)].map(([, inner = '']) => unescapedText(inner));
}

/** The amount is the number that its text means in JSON. The pipeline refuses one with more digits than it stores. */
function revenueOf(row: Row): { amount: string; currency: string } | undefined {
  const text = row['revenue_source_amount'] ?? '';
  const currency = (row['revenue_source_currency'] ?? '').replace(/\0/g, '');
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(text);
  const amount = isPlain ? text.replace(/(\.\d{4})\d+$/, '$1') : Number(text).toFixed(4);
  return currency.length === 3 && Number(amount) !== 0 ? { amount, currency } : undefined;
}
