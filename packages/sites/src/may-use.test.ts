import { mayUse, readableSites } from './may-use.ts';
import { sitesFile, toSites } from './sites-file.ts';

const sites = toSites(
  sitesFile.parse({ sites: { blog: { group: 'writing' }, notes: { group: 'writing' }, shop: {} } }),
);

test.each([
  ['all', 'all', [true, true, true, true]],
  [
    ['blog', 'other'],
    ['blog', 'other'],
    [true, false, false, true],
  ],
  [
    ['@writing', '@none'],
    ['blog', 'notes'],
    [true, true, false, false],
  ],
  [
    ['shop', '@writing', 'blog'],
    ['blog', 'notes', 'shop'],
    [true, true, true, false],
  ],
] as const)('a key for %j reads %j', (allowed, readable, uses) => {
  const caller = { sites: allowed };
  expect(readableSites(caller, sites)).toEqual(readable);
  expect(['blog', 'notes', 'shop', 'other'].map((id) => mayUse(caller, id, sites))).toEqual(uses);
});
