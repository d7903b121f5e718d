import { readFileSync } from 'node:fs';
import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Options of axe-core: all of its rules, those of colours, which take half of the time, and the others. */
const quick = { reporter: 'no-passes', resultTypes: ['violations'], selectors: false };
const rules = {
  all: quick,
  colours: { ...quick, runOnly: ['color-contrast'] },
  texts: { ...quick, rules: { 'color-contrast': { enabled: false } } },
};
type Rules = keyof typeof rules;

/**
 * Expects that axe-core finds nothing. It leaves out what is faded (aria-busy): numbers that are no longer valid may have less contrast.
 */
export async function expectNoBarriers({ page }: Reader, which: Rules = 'all'): Promise<void> {
  // Under the page's policy nothing can be loaded or set as markup; this comes through the debugger.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
  const found = await page.evaluate(
    `axe.run({ exclude: ['[aria-busy=true]'] }, ${JSON.stringify(rules[which])}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map((node) => [id, node.html.slice(0, 200), node.failureSummary])))`,
  );
  expect(found).toEqual([]);
}

type Look = readonly ['light' | 'dark', width: number, rules: Rules];
/** Each width once, and each colour: the dark differs in nothing but its colours, a phone shows no more than a wide window. */
const looks: readonly Look[] = [
  ['dark', 1280, 'all'],
  ['light', 390, 'colours'],
];
/** Where texts have least room; their language changes no colour. */
export const phone: readonly Look[] = [['light', 390, 'texts']];
/** For the overview, with what only one width has. */
export const everyLook: readonly Look[] = [
  ['light', 1280, 'colours'],
  ['dark', 1280, 'all'],
  ['light', 390, 'all'],
];

const movements = `document.getAnimations().filter(
  (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity,
).length`;

/** Expects no barriers in the dark, nor colours without contrast in the light of a phone, and that nothing is wider than the window. */
export async function expectOpenToAll(reader: Reader, inLooks = looks): Promise<void> {
  const { page } = reader;
  for (const [colorScheme, width, rules] of inLooks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await reader.settled();
    // Rows that fade in have the colours of their end by then.
    await eventually(() => page.evaluate(movements), 0);
    await expectNoBarriers(reader, rules);
    // A list may come meanwhile, and take a moment to find its width.
    const isWider = () => page.evaluate(`document.documentElement.scrollWidth > ${width}`);
    await eventually(isWider, false);
  }
}
