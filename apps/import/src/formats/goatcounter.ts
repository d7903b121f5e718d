import { type Known, pathless, type Row, recorded, skip, type TableFormat, unreadable } from '../format.ts';
import { clientIn, nameIn } from './client-names.ts';
import { readMoment } from './moment.ts';
import { pageWithFragment, withScheme } from './page-address.ts';
import { countryOf, nameAndVersion, sourceNamed, widthIn } from './visitor-facts.ts';

/** Without sessions, by the site's settings, all rows have one of zeros, and GoatCounter counts each as a visit. */
const noSession = /^[0x-]*$/;

/** GoatCounter's CSV export, versions 1 and 2 of it. */
export const goatcounter: TableFormat = {
  kind: 'table',
  name: 'goatcounter',
  expects: 'a row of its CSV export, version 1 or 2',
  main: {
    name: 'export',
    columns: 'Title,Event,Browser,Session,Bot,Referrer,Referrer scheme,Screen size,Location,Date'.split(','),
    more: ['2Path', '1Path', 'UserAgent', 'System'],
  },
  sides: [],
  createReader({ hosts }) {
    return (row) => {
      const cell = (name: string) => row[name] ?? '';
      const path = row['2Path'] ?? row['1Path'];
      if (path === undefined)
        return unreadable('it has no column 2Path or 1Path: the export is of another version');
      const at = readMoment(cell('Date'));
      if (!Number.isFinite(at)) return unreadable('its Date is no time');
      if (cell('Bot') !== '0' && cell('Bot') !== '') return skip('a bot, says the source');
      const key = `${cell('Session')}\n${at}\n${path}\n${cell('Event')}`;
      const session = noSession.test(cell('Session')) ? key : cell('Session');
      // A spreadsheet writes TRUE, or WAHR.
      if (!/^(?:true|false|[01]?)$/i.test(cell('Event')))
        return unreadable(`its Event ${cell('Event')} is neither true nor false`);
      const isEvent = /^(?:true|1)$/i.test(cell('Event'));
      if (path === '') return isEvent ? unreadable('it has no name') : pathless;
      return recorded({
        at,
        key,
        visitor: session,
        visit: session,
        ping: {
          ...(isEvent ? { type: 'event', event: path } : pageWithFragment(hosts.of(), path)),
          page_title: isEvent ? undefined : cell('Title'),
          referrer: referrerOf(row),
          // Version 1 has the whole header as Browser.
          user_agent: cell('UserAgent') || ('1Path' in row ? cell('Browser') : undefined),
          viewport_width: widthIn(cell('Screen size')),
        },
        known: knownOf(row),
      });
    };
  },
};

/** By GoatCounter's scheme: h of the web, o of anything else, mostly the package of an Android app. */
function referrerOf(row: Row): string | undefined {
  const { Referrer: referrer = '', 'Referrer scheme': scheme } = row;
  if (scheme === 'h') return withScheme(referrer);
  const isApp = scheme === 'o' && /^[a-z]\w*(?:\.\w+)+(?:\/|$)/i.test(referrer);
  return isApp ? `android-app://${referrer}` : undefined;
}

/** GoatCounter's names of some apps. */
const apps: Readonly<Record<string, string>> = { 'Slack Chat': 'Slack', 'Telegram Messenger': 'Telegram' };

function knownOf(row: Row): Known {
  const cell = (name: string) => row[name] ?? '';
  const hasHeader = '1Path' in row || cell('UserAgent') !== '';
  const [browser, browserVersion] = hasHeader ? ['', ''] : nameAndVersion(cell('Browser'));
  const [system, systemVersion] = hasHeader ? ['', ''] : nameAndVersion(cell('System'));
  const isNamed = cell('Referrer scheme') === 'g' || cell('Referrer scheme') === 'c';
  return {
    country: countryOf(cell('Location')),
    ...clientIn('goatcounter', { browser, browserVersion, system, systemVersion }),
    ...(isNamed ? sourceIn(cell('Referrer')) : {}),
  };
}

/** By GoatCounter's name; Email is any program or page for mail. */
function sourceIn(name: string): Known {
  return name === 'Email' ? { source: name, medium: 'email' } : sourceNamed(nameIn(apps, name) ?? name);
}
