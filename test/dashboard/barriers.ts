import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/**
 * What axe-core finds, as a person would want to read it. It leaves out what is faded (aria-busy): numbers that are no longer valid
 * may have less contrast.
 * @param rules all of axe-core's by default, or its rules of colours
 */
export async function barriers(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Under the page's policy nothing can be loaded or set as markup; this comes through the debugger.
  await page.evaluate(axe);
  const options = rules === 'colours' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
  const violations: Violation[] = await page.evaluate(
    `axe.run({ exclude: ['[aria-busy=true]'] }, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
