import { type ListedSites, noSites } from '@tallyhouse/sites';
import { arrived } from './arrival-under-test.ts';
import { dropBots } from './bot.ts';
import { findClientIp } from './client-ip.ts';
import { drop, type Outcome, ok, reject } from './outcome.ts';
import { knownSites } from './site.ts';
import { startingFrom } from './steps.ts';

describe('steps', () => {
  const half = (n: number): Outcome<number> => (n % 2 === 0 ? ok(n / 2) : reject('n', 'n must be even'));
  const spell = (n: number): Outcome<string> => (n === 0 ? drop('bot') : ok(`<${n}>`));
  const { run } = startingFrom<number>().step(half).step(half).step(spell);

  test('each take what the one before made', () => {
    expect(run(12)).toEqual({ kind: 'ok', value: '<3>' });
  });

  test('end the row when one does not go on', () => {
    expect(run(6)).toEqual({ kind: 'reject', parameter: 'n', message: 'n must be even' });
    expect(run(0)).toEqual(drop('bot'));
  });
});

describe('bots', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const judged = (userAgent: string, keyed = false, user_agent?: string) => {
    const outcome = dropBots()(arrived({ page_path: '/', user_agent }, { userAgent, keyed }));
    return outcome.kind === 'ok' ? outcome.value.userAgent : outcome;
  };

  test.each([googlebot, '', 'curl/8.5.0', 'Mozilla/5.0 (compatible; GPTBot/1.2)'])('%j is a bot', (agent) => {
    expect(judged(agent)).toEqual(drop('bot'));
  });

  test('a sender with the key is judged by the user agent that it gives', () => {
    expect(judged('curl/8.5.0', true, firefox)).toBe(firefox);
    expect(judged(firefox, true, googlebot)).toEqual(drop('bot'));
  });

  test('a sender with the key that gives none is not judged, and nothing is known of the browser', () => {
    expect(judged('curl/8.5.0', true)).toBe('');
  });

  test('only the first 512 characters are read', () => {
    expect(judged(`${firefox}${' '.repeat(1000)}`)).toHaveLength(512);
  });
});

test.each([
  [undefined, '192.0.2.1'],
  ['2001:DB8::0', '2001:db8::'],
])('the address %s that a sender with the key gave wins, in its one spelling', (said, ip) => {
  const ping = arrived({ page_path: '/', ip: said }, { keyed: true });
  expect(findClientIp([])({ ...ping, rules: undefined })).toMatchObject({ value: { ip } });
});

describe('sites', () => {
  const ping = (site_id: string) => ({ ping: { site_id }, sender: { keyed: false } });
  const any = { takes: () => true };
  const files = (accept: ListedSites['accept'], id: string): ListedSites => {
    return { ...noSites, accept, sites: new Map([[id, {}]]) };
  };

  test('only sites of SITES are known', () => {
    const step = knownSites(['blog', 'shop'], () => files('any', 'Shop'), any);
    expect(step(ping('shop'))).toMatchObject({ kind: 'ok' });
    expect(step(ping('Shop'))).toEqual(drop('unknown_site'));
  });

  test('with accept: listed only sites of the file are known, as it is now', () => {
    let now = files('listed', 'blog');
    const step = knownSites([], () => now, any);
    const kinds = () => ['blog', 'shop'].map((site) => step(ping(site)).kind);
    expect(kinds()).toEqual(['ok', 'drop']);
    now = files('listed', 'shop');
    expect(kinds()).toEqual(['drop', 'ok']);
    now = files('any', 'shop');
    expect(step(ping('blog'))).toMatchObject({ kind: 'ok', value: { rules: undefined } });
  });
});
