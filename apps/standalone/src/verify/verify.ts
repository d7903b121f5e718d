import { setTimeout as sleep } from 'node:timers/promises';
import type { Check, Finding, Subject } from './check.ts';
import type { Page } from './page.ts';

/** While pings arrive, two questions asked one after the other may rightly differ: so a difference has to last. */
const looks = 3;

/**
 * Runs the checks and prints what they found.
 * @param pauseMs between two looks at the same thing
 * @returns how many findings differ
 */
export async function verify(
  checks: readonly Check[],
  subject: Omit<Subject, 'progress'>,
  page: Page,
  pauseMs = 2000,
): Promise<number> {
  let differing = 0;
  for (const check of checks) {
    for (const finding of await lasting(check, { ...subject, progress: page.progress }, pauseMs)) {
      if (finding.differences.length > 0) differing++;
      page.add(finding);
    }
  }
  return differing;
}

async function lasting(check: Check, subject: Subject, pauseMs: number): Promise<Finding[]> {
  for (let look = 1; ; look++) {
    const findings = await check(subject);
    if (look === looks || findings.every(({ differences }) => differences.length === 0)) return findings;
    await sleep(pauseMs);
  }
}
