import knownHosts from '@tallyhouse/ping/known-hosts';
import sourceNames from '@tallyhouse/ping/source-names';
import { parse } from 'tldts';
import clickIds from './click-ids.json';
import { isSpamReferrer } from './spam.ts';
import spamHosts from './spam-hosts.json';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const PACKAGE = /^android-app:\/\/[a-z0-9_]+(?:\.[a-z0-9_]+)+$/;

const groups = Object.values(knownHosts).map((sources) => Object.entries(sources));
const sources = groups.flat().map(([source]) => source);
const listed = groups.flat().flatMap(([source, hosts]) => hosts.map((host) => ({ source, host })));
const hosts = listed.map(({ host }) => host);

function twice(list: readonly string[]) {
  return list.filter((entry, index) => list.indexOf(entry) !== index);
}

/** Lower case, at least two labels, under a real suffix; `google.*` stands for `google.com` here. */
function isHost(host: string) {
  const name = host.replace(/\.\*$/, '.com');
  const { domain, isIp } = parse(name);
  return domain !== null && !isIp && name.split('.').every((label) => LABEL.test(label));
}

describe('known hosts', () => {
  test('come under a closed list of media', () => {
    const media = ['organic', 'social', 'ai', 'email', 'video', 'code', 'news', 'referral'];
    expect(Object.keys(knownHosts)).toEqual(media);
  });

  test('are many, each of them a valid host in lower case or an app package, and listed once', () => {
    expect(hosts.length).toBeGreaterThan(600);
    expect(hosts.filter((host) => !isHost(host) && !PACKAGE.test(host))).toEqual([]);
    expect(twice(hosts)).toEqual([]);
  });

  test('are not listed under a parent that says the same', () => {
    const known = new Set(listed.map(({ source, host }) => `${source} ${host}`));
    const parentsOf = (host: string) =>
      host.split('.').flatMap((_, index, labels) => (index > 0 ? [labels.slice(index).join('.')] : []));
    const repeated = listed.filter(({ source, host }) =>
      parentsOf(host).some((parent) => known.has(`${source} ${parent}`)),
    );
    expect(repeated).toEqual([]);
  });

  test('belong to sources with one medium, one name and at least one host', () => {
    expect(twice(sources.map((source) => source.toLowerCase()))).toEqual([]);
    expect(groups.flat().filter(([, list]) => list.length === 0)).toEqual([]);
    expect(sources.filter((source) => source.trim() !== source || source.length > 40)).toEqual([]);
  });
});

test('other names of sources are for sources that have hosts, in lower case, and mean one source', () => {
  const others = Object.values(sourceNames).flat();
  expect(Object.keys(sourceNames).filter((source) => !sources.includes(source))).toEqual([]);
  expect(others.filter((name) => name !== name.toLowerCase().trim())).toEqual([]);
  expect(twice([...others, ...sources.map((source) => source.toLowerCase())])).toEqual([]);
});

test('click ids are parameters in lower case', () => {
  expect(Object.keys(clickIds).filter((id) => !/^[a-z][a-z_]+$/.test(id))).toEqual([]);
});

describe('spam hosts', () => {
  test('are valid hosts in lower case, sorted and listed once, and nobody we know', () => {
    expect(spamHosts.filter((host) => !isHost(host) || hosts.includes(host))).toEqual([]);
    expect(spamHosts).toEqual([...new Set(spamHosts)].sort());
    expect(spamHosts.length).toBeGreaterThan(100);
  });

  const semalt = ['https://semalt.com/', 'http://www.semalt.com/project_crawl.php?u=x'];
  const others = ['buttons-for-website.com', 'http://NEWS.Grets.Store./', 'https://lifehacĸer.com/'];
  test.each([...semalt, 'http://42.semalt.semalt.com/crawler.php', ...others])('are in %s', (referrer) => {
    expect(isSpamReferrer(referrer)).toBe(true);
  });

  const alike = ['https://semalt.com.somebody.net/', 'https://semalt.com@somebody.net/'];
  const parts = ['', 'semalt', 'com', 'android-app://com.semalt', 'https://www.google.com/?q=semalt.com'];
  test.each(['https://notsemalt.com/', ...alike, ...parts])('are not in %p', (referrer) => {
    expect(isSpamReferrer(referrer)).toBe(false);
  });
});
