import { knownSites } from './site.ts';

const ping = (site_id: string) => ({ ping: { site_id } });

test('every site is known when none is named', () => {
  expect(knownSites([])(ping('anything'))).toMatchObject({ kind: 'ok' });
});

test('only named sites are known', () => {
  const step = knownSites(['blog', 'shop']);
  expect(step(ping('shop'))).toMatchObject({ kind: 'ok' });
  expect(step(ping('Shop'))).toEqual({ kind: 'drop', reason: 'unknown_site' });
});
