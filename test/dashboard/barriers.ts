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
 */
export async function barriers(page: Page): Promise<string[]> {
  // Under the page's policy nothing can be loaded or set as markup; this comes through the debugger.
  await page.evaluate(axe);
  const violations: Violation[] = await page.evaluate(
    "axe.run({ exclude: ['[aria-busy=true]'] }).then(({ violations }) => violations)",
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
