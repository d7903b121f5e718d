import { type Filter, filterText, readCondition } from '../filters/filter.ts';
import { messages } from '../words/words.ts';

const crawlDimensions = ['operator', 'crawler', 'purpose', 'page', 'hostname', 'seen_by'] as const;
export type CrawlDimension = (typeof crawlDimensions)[number];

export type CrawlFilter = Omit<Filter, 'dimension'> & { dimension: CrawlDimension };

const known: Partial<Record<CrawlDimension, readonly string[]>> = {
  purpose: ['training', 'answers', 'agent', 'search', 'preview', 'monitor', 'seo', 'other'],
  seen_by: ['log', 'server', 'tracker'],
};

/** Reads a filter of crawlers, in the API's form. */
export function readCrawl(text: string): CrawlFilter | { accepts: string } {
  const read = readCondition(text);
  if ('accepts' in read) return read;
  const { name, operator, values } = read;
  const dimension = crawlDimensions.find((one) => one === name);
  if (dimension === undefined) return { accepts: messages.address.oneOf(crawlDimensions.join(', ')) };
  const accepted = known[dimension] ?? values;
  return operator.endsWith('~') || values.every((value) => accepted.includes(value))
    ? { dimension, operator, values }
    : { accepts: messages.address.oneOf(accepted.join(', ')) };
}

/** The form for requests and the address. */
export const crawlText: (filter: CrawlFilter) => string = filterText;
