import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';

interface StoredPageview {
  page_path: string;
  page_title: string;
  session_id: string;
  referrer: string;
  focus_time_ms: number;
  scroll_depth: number;
  word_count: number;
}

type Parts = { [Column in keyof StoredPageview]?: unknown };

/**
 * Compares the site's pageviews, in the order they were entered, with parts of them; waits until they are as expected.
 * @param expected called again each time, for the diary comes in late as pings do
 */
export async function expectPageviews(
  stage: Stage,
  site: string,
  expected: () => readonly Parts[],
): Promise<void> {
  const stored = () => stage.rows(`/export/pageviews?site_id=${site}&format=jsonl&period=1d`);
  await eventually(async () => {
    const rows = (await stored()).toSorted((a, b) =>
      `${a['entered_at']}`.localeCompare(`${b['entered_at']}`),
    );
    expect(rows).toEqual(expected().map((parts) => expect.objectContaining(parts)));
  });
}

/** Tries until it holds, for ten seconds. */
export async function eventually(assertion: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await sleep(100);
  }
}

/** Matches a number that is no further away than this. */
export function within(tolerance: number, expected = Number.NaN) {
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch: (actual: unknown) =>
      typeof actual === 'number' && Math.abs(actual - expected) <= tolerance,
    toString: () => 'within',
    toAsymmetricMatcher: () => `within ${tolerance} of ${expected}`,
  };
}
