import { mayUse, readableSites } from './may-use.ts';
import { sitesFile, toSites } from './sites-file.ts';

const ofGroup = { group: 'writing' };
const sites = toSites(sitesFile.parse({ sites: { blog: ofGroup, notes: ofGroup, shop: {} } }));

test.each([
  [undefined, 'all', 'blog notes shop other'],
  ['blog other', 'blog other', 'blog other'],
  ['@writing @none', 'blog notes', 'blog notes'],
  ['shop @writing blog', 'blog notes shop', 'blog notes shop'],
])('a key for %s reads %s, and may use %s', (allowed, readable, uses) => {
  const caller = { sites: allowed?.split(' ') ?? ('all' as const) };
  expect([readableSites(caller, sites)].flat().join(' ')).toBe(readable);
  expect(['blog', 'notes', 'shop', 'other'].filter((id) => mayUse(caller, id, sites)).join(' ')).toBe(uses);
});
