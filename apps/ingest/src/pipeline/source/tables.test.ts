import { parse } from 'tldts';
import clickIds from './click-ids.json';
import knownHosts from './known-hosts.json';
import sourceNames from './source-names.json';
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
    expect(Object.keys(knownHosts)).toEqual([
      'organic',
      'social',
      'ai',
      'email',
      'video',
      'code',
      'news',
      'referral',
    ]);
  });

  test('are many', () => {
    expect(hosts.length).toBeGreaterThan(600);
  });

  test('are valid hosts in lower case, or app packages', () => {
    expect(hosts.filter((host) => !isHost(host) && !PACKAGE.test(host))).toEqual([]);
  });

  test('are listed once', () => {
    expect(twice(hosts)).toEqual([]);
  });

  test('are not listed under a parent that says the same', () => {
    const hosts = new Set(listed.map(({ source, host }) => `${source} ${host}`));
    const repeated = listed.filter(({ source, host }) =>
      host
        .split('.')
        .some((_, index, labels) => index > 0 && hosts.has(`${source} ${labels.slice(index).join('.')}`)),
    );
    expect(repeated).toEqual([]);
  });

  test('belong to sources with one medium, one name and at least one host', () => {
    expect(twice(sources.map((source) => source.toLowerCase()))).toEqual([]);
    expect(groups.flat().filter(([, list]) => list.length === 0)).toEqual([]);
    expect(sources.filter((source) => source.trim() !== source || source.length > 40)).toEqual([]);
  });
});

describe('other names of sources', () => {
  const others = Object.values(sourceNames).flat();

  test('are for sources that have hosts', () => {
    expect(Object.keys(sourceNames).filter((source) => !sources.includes(source))).toEqual([]);
  });

  test('are in lower case, and mean one source', () => {
    expect(others.filter((name) => name !== name.toLowerCase().trim())).toEqual([]);
    expect(twice([...others, ...sources.map((source) => source.toLowerCase())])).toEqual([]);
  });
});

test('click ids are parameters in lower case', () => {
  expect(Object.keys(clickIds).filter((id) => !/^[a-z][a-z_]+$/.test(id))).toEqual([]);
});

describe('spam hosts', () => {
  test('are valid hosts in lower case, sorted and listed once', () => {
    expect(spamHosts.filter((host) => !isHost(host))).toEqual([]);
    expect(spamHosts).toEqual([...new Set(spamHosts)].sort());
    expect(spamHosts.length).toBeGreaterThan(100);
  });

  test('are nobody we know', () => {
    expect(spamHosts.filter((host) => hosts.includes(host))).toEqual([]);
  });
});
