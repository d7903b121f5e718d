import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding, Page } from '@tallyhouse/service';
import type { Check, Subject } from './check.ts';

/** While pings arrive, two successive queries may legitimately differ: so only a lasting difference counts. */
const attempts = 3;

/**
 * Runs the checks and prints their findings.
 * @param pauseMs between two runs of the same check
 * @returns the number of findings with differences
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
  for (let attempt = 1; ; attempt++) {
    const findings = await check(subject);
    if (attempt === attempts || findings.every(({ differences }) => differences.length === 0))
      return findings;
    await sleep(pauseMs);
  }
}
