import type { CrawlersRow } from '../api/reports.ts';
import { named } from '../format/names.ts';
import { formatPercent } from '../format/numbers.ts';
import type { CrawlDimension, CrawlFilter } from '../url/crawled.ts';
import { joined } from '../words/joined.ts';
import { messages } from '../words/words.ts';

export function valueWords(dimension: CrawlDimension, value: string): string {
  const { purposes } = messages.crawlers;
  const known = dimension === 'purpose' ? new Map(Object.entries(purposes)).get(value) : undefined;
  return known ?? named(value);
}

/** A filter in one text. */
export const crawlCondition = ({ dimension, operator, values }: CrawlFilter) =>
  `${messages.crawlers.of[dimension]} ${messages.filters.signs[operator]} ${joined(
    messages.general.either,
    values.map((value) => valueWords(dimension, value)),
  )}`;

export const shareOf = (part: number, whole: number) =>
  formatPercent(whole === 0 ? null : (100 * part) / whole);

/** The lists, with the dimension by which their rows filter. */
export const lists = {
  name: { dimension: 'crawler', of: (row: CrawlersRow) => row.name },
  operator: { dimension: 'operator', of: (row: CrawlersRow) => row.operator },
  purpose: { dimension: 'purpose', of: (row: CrawlersRow) => row.purpose },
  page: { dimension: 'page', of: (row: CrawlersRow) => row.page_path },
} as const;
export type ListName = keyof typeof lists;
