import { type ListedSites, noSites } from '@tallyhouse/sites';
import { drop } from './outcome.ts';
import { knownSites } from './site.ts';

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
