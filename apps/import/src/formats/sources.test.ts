import type { Row } from '../format.ts';
import { date, matomoSides, readerOf, reading, recordOf, sourceOf, stored } from './record-under-test.ts';
import { countryOf, deviceTypeOf, sourceOfVisit } from './visitor-facts.ts';

test.each([
  ['google', 'referral', 'Google', 'organic'],
  ['news.ycombinator.com', 'referral', 'Hacker News', 'social'],
  // It was in a tag, for no host has a space.
  ['My Partner', 'referral', 'My Partner', 'referral'],
  ['Partner: May', 'referral', 'Partner: May', 'referral'],
  ['com.google.android.gm', 'referral', 'Gmail', 'email'],
  ['android-app://com.slack', 'referral', 'Slack', 'social'],
  ['com.unknown.app', 'referral', 'com.unknown.app', 'referral'],
  ['shop.com.de', 'referral', 'shop.com.de', 'referral'],
])('a visit from %s as %s has the source %s, %s', (name, from, source, medium) => {
  expect(sourceOfVisit(name, from)).toEqual({ source, medium });
});

const clicked = (id: string) => ({ utm_medium: `(${id})`, click_id_param: id });
test.each<[string, Row, source: string, medium: string]>([
  ['umami', { referrer_domain: 'com.google.android.gm', referrer_path: '/' }, 'Gmail', 'email'],
  ['umami', { referrer_domain: 'news.ycombinator.com', referrer_path: '/item' }, 'Hacker News', 'social'],
  ['plausible', { referrer: 'android-app://com.google.android.gm' }, 'Gmail', 'email'],
  ['plausible', { referrer_source: 'producthunt' }, 'Product Hunt', 'social'],
  // It derives a medium from the parameter of a click, as the pipeline does.
  ['plausible', { referrer: 'google.com', referrer_source: 'Google', ...clicked('gclid') }, 'Google', 'paid'],
  ['plausible', { referrer_source: 'Bing', ...clicked('msclkid') }, 'Bing', 'paid'],
])('%s %j: the source is %s, %s', (format, row, source, medium) => {
  expect(sourceOf(format, row)).toEqual({ source, medium });
});

test.each([
  ['2', 'Google', 'Google', 'organic'],
  ['2', 'Google Images', 'Google Images', 'organic'],
  ['7', 'Somebody&#039;s Net', "Somebody's Net", 'social'],
  ['8', 'ChatGPT', 'ChatGPT', 'ai'],
  ['8', 'Le Chat', 'Le Chat', 'ai'],
  ['3', 'b.example', 'Direct', 'none'],
])('matomo: a referrer of type %s, %s, without its address is %s, %s', (type, name, source, medium) => {
  const sides = matomoSides('https://a.example/', { referer_type: type, referer_name: name });
  expect(sourceOf('matomo', {}, {}, sides)).toEqual({ source, medium });
});

test('matomo: the first page of a visit has its referrer, also after an event or a search', () => {
  const begin = { visit_first_action_time: date.replace('00:00', '00:10') };
  const visit = { ...begin, referer_type: '3', referer_url: 'https://x.example/' };
  const sides = { ...matomoSides('https://a.example/', visit), 31: { name: 'Play' } };
  const [event, search] = [{ idaction_event_action: '31' }, { idaction_url: '' }];
  const referrers = (...rows: [seconds: number, row?: Row][]) => {
    const read = readerOf('matomo', {}, sides);
    return rows
      .map(([seconds, row]) => read({ server_time: date.replace('00:00', `00:${10 + seconds}`), ...row }))
      .map((read) => read.kind === 'record' && 'referrer' in read.record.ping);
  };
  expect(referrers([0], [5], [9])).toEqual([true, false, false]);
  expect(referrers([0, event], [5], [9])).toEqual([true, true, false]);
  expect(referrers([0, search], [5, event], [7], [9])).toEqual([false, false, true, false]);
  // Its beginning was in an earlier import.
  expect(referrers([5], [9])).toEqual([false, false]);
});

test.each([
  ['o', 'com.Slack', { referrer: 'android-app://com.Slack' }, {}],
  ['o', 'org.some.reader/', { referrer: 'android-app://org.some.reader/' }, {}],
  ['o', 'newtab', { referrer: '' }, {}],
  ['g', 'Slack Chat', { referrer: '' }, { source: 'Slack' }],
  ['g', 'constructor', { referrer: '' }, { source: 'constructor' }],
  ['g', 'Email', { referrer: '' }, { source: 'Email', medium: 'email' }],
  ['h', 'news.example/a', { referrer: 'https://news.example/a' }, {}],
])('goatcounter: the referrer %s %s', (scheme, referrer, ping, known) => {
  const row = { 'Referrer scheme': scheme, Referrer: referrer };
  expect(stored('goatcounter', row)).toMatchObject(ping);
  expect(recordOf('goatcounter', row).known).toMatchObject(known);
});

test('goatcounter: Event as a spreadsheet writes it; words of other languages are neither true nor false', () => {
  const types = (...texts: string[]) => texts.map((Event) => stored('goatcounter', { Event }).type);
  expect(types('TRUE', 'true', 'True', '1')).toEqual(Array(4).fill('event'));
  expect(types('FALSE', 'false', '0', '')).toEqual(Array(4).fill('view'));
  for (const Event of ['WAHR', 'FALSCH', 'VRAI', 'VERDADERO', 'ИСТИНА', 'yes', '-1']) {
    const why = `its Event ${Event} is neither true nor false`;
    expect(reading('goatcounter', { Event })).toEqual({ kind: 'unreadable', why });
  }
});

test('codes of regions are no countries', () => {
  expect(['de', 'US-TX'].map(countryOf)).toEqual(['DE', 'US']);
  expect(['eu', 'AP', 'xx', 'ZZ', 'A1', ''].map(countryOf)).toEqual(Array(6).fill(''));
});

test('kinds of devices are those of live visits', () => {
  const words = ['Laptop', 'smarttv', 'smart tv', 'console', 'wearable', 'embedded', 'xr', 'constructor'];
  const kinds = ['desktop', 'tv', 'tv', 'console', 'wearable', 'other', 'other', ''];
  expect(words.map(deviceTypeOf)).toEqual(kinds);
  const { known } = recordOf('umami', { os: 'Android OS', device: 'smarttv' });
  expect(known).toMatchObject({ device_type: 'tv' });
});
