import { noSites } from '@tallyhouse/sites';
import { siteId } from '../../parameters/site-id.ts';
import { findSites, type Readable } from './sites.ts';

const groups = new Map([
  ['writing', ['blog', 'news']],
  ['empty', []],
]);
const listed = { ...noSites, groups };

const every = ['blog', 'news', 'shop'];

function find(text: string, readable: Readable) {
  const named = siteId.parse(text);
  if (named === undefined) throw new Error(`no site_id: ${text}`);
  return findSites(named, readable, listed, async () => every);
}

const two = ['news', 'shop'];

test.each<[string, Readable, string[], boolean]>([
  ['blog', 'all', ['blog'], false],
  ['shop,blog,never-heard-of', 'all', ['shop', 'blog', 'never-heard-of'], false],
  ['shop,shop', 'all', ['shop'], false],
  ['@writing', 'all', ['blog', 'news'], false],
  ['news,@writing,shop', 'all', ['news', 'blog', 'shop'], false],
  ['*', 'all', every, true],
  ['blog', two, [], false],
  ['blog,shop', two, ['shop'], false],
  ['@writing', two, ['news'], false],
  ['*', two, two, false],
])('%s of a caller that may read %j', async (text, readable, ids, every) => {
  expect(await find(text, readable)).toEqual({ ids, every });
});

test.each<[string, Readable]>([
  ['@nobody', 'all'],
  ['@empty', 'all'],
  ['blog,@nobody', 'all'],
  ['@writing', ['shop']],
])('%s of %j is refused, as a group that does not exist', async (text, readable) => {
  await expect(find(text, readable)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringMatching(/^site_id names a group that does not exist: @/),
  });
});
