import { campaignTags } from '@tallyhouse/ingest/pipeline';
import { type Known, pathless, type Row, recorded, type TableFormat, unreadable } from '../format.ts';
import { readMoment } from './moment.ts';
import { pageOf, tagsOf, unescaped } from './page-address.ts';

/** Columns of an export that already have our names. */
const facts = 'country region city browser browser_version os os_version device_type screen'.split(' ');

/** Columns that every export of pageviews has. */
const views =
  'page_path page_title session_id referrer entered_at exited_at focus_time_ms scroll_depth'.split(' ');

const coordinates = ['latitude', 'longitude'] as const;
const others = ['referrer_source', 'referrer_medium', 'ip', 'hostname', 'language'];

/** The exports of pageviews and sessions of this software (docs/api.md). */
export const tallyhouse: TableFormat = {
  kind: 'table',
  name: 'tallyhouse',
  expects: 'a row of /export/pageviews',
  main: {
    name: '/export/pageviews',
    columns: views,
    more: ['word_count', 'site_id'],
    numbers: ['focus_time_ms', 'scroll_depth', 'word_count'],
  },
  sides: [
    {
      name: '/export/sessions',
      columns: ['session_id', 'ip', 'country', 'browser', 'referrer_source', 'first_seen_at'],
      key: 'session_id',
      required: false,
      kept: [...facts, ...coordinates, ...campaignTags, ...others],
      degrees: coordinates,
    },
  ],
  createReader({ hosts, isForeign }, lookup) {
    return (written) => {
      const row = sent(written);
      const cell = (name: string) => row[name] ?? '';
      const [at, until] = [readMoment(cell('entered_at')), readMoment(cell('exited_at'))];
      const session = cell('session_id');
      if (!Number.isFinite(at) || !Number.isFinite(until))
        return unreadable('its entered_at or exited_at is no time');
      if (session === '') return unreadable('it has no session_id');
      const foreign = isForeign('site_id', cell('site_id'));
      if (foreign !== undefined) return unreadable(foreign);
      if (cell('page_path') === '') return pathless;
      const about = sent(lookup('/export/sessions', session) ?? {});
      return recorded({
        at,
        key: `${session}\n${at}\n${cell('page_path')}`,
        visitor: session,
        visit: session,
        ping: {
          ...pageOf(hosts.of(about['hostname'] ?? ''), unescaped(cell('page_path'))),
          page_title: cell('page_title'),
          referrer: cell('referrer'),
          word_count: Number(cell('word_count')) || 0,
          ip: about['ip'] || undefined,
          language: about['language'],
          ...tagsOf(about),
        },
        known: knownOf(about),
        engaged: {
          untilMs: until - at,
          focus_time_ms: Number(cell('focus_time_ms')) || 0,
          scroll_depth: Number(cell('scroll_depth')) || 0,
        },
      });
    };
  },
};

const knownOf = (session: Row): Known => ({
  ...Object.fromEntries(facts.map((name) => [name, session[name] ?? ''])),
  ...Object.fromEntries(coordinates.map((name) => [name, degrees(session[name])])),
  source: session['referrer_source'] ?? '',
  medium: session['referrer_medium'] ?? '',
});

const degrees = (text = '') => (text !== '' && Math.abs(Number(text)) <= 180 ? Number(text) : null);

/** A row as it was sent: exports put an apostrophe before texts that spreadsheets would run. */
const sent = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, text]) => [name, /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text]),
  );
