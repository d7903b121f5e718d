import { type Known, pathless, type Row, type TableFormat, unreadable } from '../format.ts';
import { readMoment } from './moment.ts';
import { pageOf, unescaped } from './page-address.ts';

/** The exports of pageviews and sessions of this software (docs/api.md). */
export const tallyhouse: TableFormat = {
  kind: 'table',
  name: 'tallyhouse',
  expects: 'a row of /export/pageviews',
  main: {
    name: '/export/pageviews',
    columns: [
      'page_path',
      'page_title',
      'session_id',
      'referrer',
      'entered_at',
      'exited_at',
      'focus_time_ms',
      'scroll_depth',
    ],
    more: ['word_count'],
  },
  sides: [
    {
      name: '/export/sessions',
      columns: ['session_id', 'ip', 'country', 'browser', 'referrer_source', 'first_seen_at'],
      key: 'session_id',
      required: false,
      kept: [
        'city',
        'region',
        'country',
        'browser',
        'browser_version',
        'os',
        'os_version',
        'device_type',
        'referrer_source',
        'referrer_medium',
        'utm_source',
        'utm_medium',
        'utm_campaign',
        'ip',
        'language',
        'screen',
      ],
    },
  ],
  createReader({ hosts }, lookup) {
    return (row) => {
      const cell = (name: string) => asSent(row[name] ?? '');
      const [at, until] = [readMoment(cell('entered_at')), readMoment(cell('exited_at'))];
      const session = cell('session_id');
      if (!Number.isFinite(at) || !Number.isFinite(until))
        return unreadable('its entered_at or exited_at is no time');
      if (session === '') return unreadable('it has no session_id');
      if (cell('page_path') === '') return pathless;
      const about = lookup('/export/sessions', session) ?? {};
      return {
        kind: 'record',
        record: {
          at,
          key: `${session}\n${at}\n${cell('page_path')}`,
          visitor: session,
          visit: session,
          ping: {
            ...pageOf(hosts.of(), unescaped(cell('page_path'))),
            page_title: cell('page_title'),
            referrer: cell('referrer'),
            word_count: Number(cell('word_count')) || 0,
            ip: about['ip'] || undefined,
            language: about['language'],
            utm_source: asSent(about['utm_source'] ?? ''),
            utm_medium: asSent(about['utm_medium'] ?? ''),
            utm_campaign: asSent(about['utm_campaign'] ?? ''),
          },
          known: knownOf(about),
          engaged: {
            untilMs: until - at,
            focus_time_ms: Number(cell('focus_time_ms')) || 0,
            scroll_depth: Number(cell('scroll_depth')) || 0,
          },
        },
      };
    };
  },
};

function knownOf(session: Row): Known {
  const cell = (name: string) => asSent(session[name] ?? '');
  return {
    country: cell('country'),
    region: cell('region'),
    city: cell('city'),
    browser: cell('browser'),
    browser_version: cell('browser_version'),
    os: cell('os'),
    os_version: cell('os_version'),
    screen: cell('screen'),
    source: cell('referrer_source'),
    medium: cell('referrer_medium'),
    device_type: cell('device_type'),
  };
}

/** Exports put an apostrophe before texts that spreadsheets would run. */
const asSent = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
