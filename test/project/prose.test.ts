import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tablesOf } from '../docs/markdown.ts';

/** docs/house-style.md, in every text of the repository. `npm run check` runs this file too. */

/** A sentence begins a line or follows a full stop: texts are read line by line. */
const begin = '(?:^|(?<=[.!?:;] ))';
const patterns = [
  `${begin}Of (?!course\\b|these\\b|those\\b|the \\d|\\d|all\\b)\\w+`,
  `${begin}Wh(?:at|o) (?:[a-z]+ ){1,6}(?:is|are|was|has|does|must|may|goes|stays|gets) (?!(?:not )?(?:to|that|how|why|whether|what|an?|the|its|only|just)\\b)`,
  `${begin}Those (?:that|of|who)\\b`,
  '\\b(?:is|are|was|were|be|been|being|not) told\\b(?! (?:to|otherwise|apart)\\b)',
  '\\b(?:[Ss]tands?|[Ll]ies?|[Ll]ay|[Ss]tood) (?:in|on|at|beside|behind|before|above|below|under|after|outside|inside|within|there|here|next)\\b(?! the way\\b)',
  '\\b[Bb]eside (?=\\d|those\\b|that\\b|the same\\b|what\\b|reports\\b|others\\b|another\\b|an? |the (?:running )?(?:service|load|list|others)\\b)',
  '\\b[Ii]n (?:the )?place of\\b',
  '\\banew\\b',
  '\\b(?:of|from) before\\b(?= ?(?:[.,;:)]|$|is|are|were|was|has|have|and|that|which))',
  '\\b[Mm]end(?:s|ed|ing)?\\b',
  '\\b[Ll]est\\b',
].map((pattern) => new RegExp(pattern));

const kinds = ['ts', 'tsx', 'js', 'sql', 'md', 'css', 'sh', 'yml', 'yaml', 'html', 'py'].map(
  (kind) => `*.${kind}`,
);
/** Migrations that landed keep their text, the changelog its old entries; the style names the phrases that it refuses. */
const exempt =
  /(?:^|\/)fixtures\/|^clickhouse\/migrations\/|^CHANGELOG|^docs\/house-style\.md$|^test\/project\/prose\./;
const decoration = /^\s*(?:\/\/|\/?\*+\/?|--|#+|[-*] |\| ?|> )\s*/;

const phrasesIn = (line: string) => {
  const prose = line.replace(decoration, '');
  return patterns.flatMap((pattern) => pattern.exec(prose)?.[0] ?? []);
};

function phrasesOf(path: string): string[] {
  let text = readFileSync(path, 'utf8');
  if (path.endsWith('.md')) {
    // Code is blanked, so that the numbers of lines stay.
    text = text
      .replace(/^( *)```.*?^\1```/gms, (code) => code.replace(/[^\n]/g, ' '))
      .replace(/`[^`\n]*`/g, 'X');
  }
  return text
    .split('\n')
    .flatMap((line, index) => phrasesIn(line).map((phrase) => `${path}:${index + 1}: ${phrase}`));
}

test('no text has a phrase that docs/house-style.md refuses', () => {
  const args = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
    ...kinds,
    '.env.example',
  ];
  const files = execFileSync('git', args, { encoding: 'utf8' }).trimEnd().split('\n').filter(existsSync);
  const checked = files.filter((path) => !exempt.test(path));
  expect(checked.length).toBeGreaterThan(1000);
  expect(checked.flatMap(phrasesOf)).toEqual([]);
});

const [refused] = tablesOf(readFileSync('docs/house-style.md', 'utf8'));

test.each(refused?.rows ?? [])('%s: "%s" is refused, "%s" is not', (_rule, bad = '', good = '') => {
  expect(phrasesIn(bad)).toHaveLength(1);
  expect(phrasesIn(good)).toEqual([]);
});

test('the style has an example for each pattern', () => {
  const examples = (refused?.rows ?? []).map(([, bad = '']) => bad);
  expect(patterns.filter((pattern) => !examples.some((text) => pattern.test(text)))).toEqual([]);
});
