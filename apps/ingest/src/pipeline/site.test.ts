import { type ListedSites, noSites, type Site } from '@tallyhouse/sites';
import { knownSites } from './site.ts';

const ping = (site_id: string) => ({ ping: { site_id } });
const files = (accept: ListedSites['accept'], ...ids: string[]): ListedSites => ({
  ...noSites,
  accept,
  sites: new Map(ids.map((id): [string, Site] => [id, {}])),
});

test('every site is known when none is named', () => {
  expect(knownSites([], () => noSites)(ping('anything'))).toMatchObject({ kind: 'ok' });
});

test('only sites of SITES are known', () => {
  const step = knownSites(['blog', 'shop'], () => files('any', 'Shop'));
  expect(step(ping('shop'))).toMatchObject({ kind: 'ok' });
  expect(step(ping('Shop'))).toEqual({ kind: 'drop', reason: 'unknown_site' });
});

test('with accept: listed only sites of the file are known, as it is now', () => {
  let now = files('listed', 'blog');
  const step = knownSites([], () => now);
  expect([step(ping('blog')).kind, step(ping('shop')).kind]).toEqual(['ok', 'drop']);
  now = files('listed', 'shop');
  expect([step(ping('blog')).kind, step(ping('shop')).kind]).toEqual(['drop', 'ok']);
  now = files('any', 'shop');
  expect(step(ping('blog'))).toMatchObject({ kind: 'ok', value: { rules: undefined } });
});
