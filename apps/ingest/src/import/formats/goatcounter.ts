import { type Known, type Row, skip, type TableFormat, unreadable } from '../format.ts';
import { readMoment } from './moment.ts';
import { pageAt, withScheme } from './page-address.ts';
import { countryOf, nameAndVersion, sourceNamed, widthIn } from './visitor-facts.ts';

/** GoatCounter's CSV export, versions 1 and 2 of it. */
export const goatcounter: TableFormat = {
  kind: 'table',
  name: 'goatcounter',
  expects: 'a row of its CSV export, version 1 or 2',
  main: {
    name: 'export',
    columns: [
      'Title',
      'Event',
      'Browser',
      'Session',
      'Bot',
      'Referrer',
      'Referrer scheme',
      'Screen size',
      'Location',
      'Date',
    ],
  },
  sides: [],
  createReader({ host = '' }) {
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const path = row['2Path'] ?? row['1Path'];
      if (path === undefined)
        return unreadable('it has no column 2Path or 1Path: the export is of another version');
      const at = readMoment(cell('Date'));
      if (!Number.isFinite(at)) return unreadable('its Date is no time');
      if (cell('Bot') !== '0' && cell('Bot') !== '') return skip('a bot, says the source');
      const session = cell('Session');
      const isEvent = cell('Event') === 'true' || cell('Event') === '1';
      return {
        kind: 'record',
        record: {
          at,
          key: `${session}\n${at}\n${path}\n${cell('Event')}`,
          visitor: session || undefined,
          visit: session || undefined,
          ping: {
            ...(isEvent ? { type: 'event', event: path } : pageAt(host, path)),
            page_title: isEvent ? undefined : cell('Title'),
            referrer: cell('Referrer scheme') === 'h' ? withScheme(cell('Referrer')) : undefined,
            // Version 1 has the whole header.
            user_agent: '1Path' in row ? cell('Browser') : undefined,
            viewport_width: widthIn(cell('Screen size')),
          },
          known: knownOf(row),
        },
      };
    };
  },
};

function knownOf(row: Row): Known {
  const cell = (name: string) => row[name] ?? '';
  const [browser, browser_version] = '1Path' in row ? ['', ''] : nameAndVersion(cell('Browser'));
  const [os, os_version] = nameAndVersion(cell('System'));
  const isNamed = cell('Referrer scheme') === 'g' || cell('Referrer scheme') === 'c';
  return {
    country: countryOf(cell('Location')),
    browser,
    browser_version,
    os,
    os_version,
    ...(isNamed ? sourceNamed(cell('Referrer')) : {}),
  };
}
