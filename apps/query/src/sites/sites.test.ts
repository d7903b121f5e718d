import { noSites } from '@tallyhouse/sites';
import { siteId } from '../parameters/site-id.ts';
import { findSites, type Readable } from './sites.ts';

const groups = new Map([
  ['writing', ['blog', 'news']],
  ['empty', []],
]);
const listed = { ...noSites, groups };

function find(text: string, readable: Readable = 'all') {
  const named = siteId.parse(text);
  if (named === undefined) throw new Error(`no site_id: ${text}`);
  return findSites(named, readable, listed, async () => ['blog', 'news', 'shop']);
}

test.each([
  ['blog', ['blog']],
  ['shop,blog,never-heard-of', ['shop', 'blog', 'never-heard-of']],
  ['shop,shop', ['shop']],
  ['@writing', ['blog', 'news']],
  ['news,@writing,shop', ['news', 'blog', 'shop']],
])('%s', async (text, ids) => {
  expect(await find(text)).toEqual({ ids, every: false });
});

test('* names every site with pings', async () => {
  expect(await find('*')).toEqual({ ids: ['blog', 'news', 'shop'], every: true });
});

test.each([
  ['blog', []],
  ['blog,shop', ['shop']],
  ['@writing', ['news']],
  ['*', ['news', 'shop']],
])('%s of a caller that may read two sites', async (text, ids) => {
  expect(await find(text, ['news', 'shop'])).toEqual({ ids, every: false });
});

test.each([
  ['@nobody', 'all'],
  ['@empty', 'all'],
  ['blog,@nobody', 'all'],
  ['@writing', ['shop']],
] as const)('%s of %j is refused, as a group that does not exist', async (text, readable) => {
  await expect(find(text, readable)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringMatching(/^site_id names a group that does not exist: @/),
  });
});
