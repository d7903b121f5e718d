import { eventually } from '../harness/eventually.ts';
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

/** Waits until the site's pageviews, in the order they were entered, are as expected in these parts of them. */
export async function expectPageviews(stage: Stage, site: string, expected: readonly Parts[]): Promise<void> {
  const stored = async () => {
    const rows = await stage.rows(`/export/pageviews?site_id=${site}&format=jsonl&period=1d`);
    return rows.toSorted((a, b) => `${a['entered_at']}`.localeCompare(`${b['entered_at']}`));
  };
  await eventually(
    stored,
    expected.map((parts) => expect.objectContaining(parts)),
  );
}

/** Matches a number within this distance. */
export function within(tolerance: number, expected: number) {
  return {
    $$typeof: Symbol.for('jest.asymmetricMatcher'),
    asymmetricMatch: (actual: unknown) =>
      typeof actual === 'number' && Math.abs(actual - expected) <= tolerance,
    toString: () => 'within',
    toAsymmetricMatcher: () => `within ${tolerance} of ${expected}`,
  };
}
