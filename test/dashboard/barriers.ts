import { readFileSync } from 'node:fs';
import { eventually } from '../harness/eventually.ts';
import type { Reader } from './reader.ts';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * Expects that axe-core finds nothing. It leaves out what is faded (aria-busy): numbers that are no longer valid may have less contrast.
 */
export async function expectNoBarriers({ page }: Reader): Promise<void> {
  // Under the page's policy nothing can be loaded or set as markup; this comes through the debugger.
  await page.evaluate(axe);
  const violations: Violation[] = await page.evaluate(
    "axe.run({ exclude: ['[aria-busy=true]'] }).then(({ violations }) => violations)",
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
  expect(found).toEqual([]);
}

type Look = readonly ['light' | 'dark', width: number];
/** Each width once, and each colour: the dark differs in nothing but its colours. */
const looks: readonly Look[] = [
  ['dark', 1280],
  ['light', 390],
];
/** Where texts have least room; their language changes no colour. */
export const phone = looks.slice(-1);
/** For the overview, with the colours of what only a wide window has. */
export const everyLook: readonly Look[] = [['light', 1280], ...looks];

const movements = `document.getAnimations().filter(
  (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity,
).length`;

/** Expects no barriers in the dark and in the light of a phone, and that nothing is wider than the window. */
export async function expectOpenToAll(reader: Reader, inLooks = looks): Promise<void> {
  const { page } = reader;
  for (const [colorScheme, width] of inLooks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await reader.settled();
    // Rows that fade in have the colours of their end by then.
    await eventually(() => page.evaluate(movements), 0);
    await expectNoBarriers(reader);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
}
