import { type Filter, filterText, operators, valuesOf } from '../filters/filter.ts';
import { messages } from '../words/words.ts';
import type { WrongPart } from './wrong-part.ts';

const crawlDimensions = ['operator', 'crawler', 'purpose', 'page', 'hostname', 'seen_by'] as const;
export type CrawlDimension = (typeof crawlDimensions)[number];

export type CrawlFilter = Omit<Filter, 'dimension'> & { dimension: CrawlDimension };

const most = 20;
const known = {
  purpose: ['training', 'answers', 'agent', 'search', 'preview', 'monitor', 'seo', 'other'],
  seen_by: ['log', 'server', 'tracker'],
};

function readOne(text: string): CrawlFilter | undefined {
  const [, name, sign, listed = ''] = /^([^:~!]*)(!?[:~])(.*)$/s.exec(text) ?? [];
  const dimension = crawlDimensions.find((one) => one === name);
  const operator = operators.find((one) => one === sign);
  if (dimension === undefined || operator === undefined) return undefined;
  const values = valuesOf(listed);
  if (values.length > 100 || values.some((value) => value.length > 2000)) return undefined;
  const accepted = dimension === 'purpose' || dimension === 'seen_by' ? known[dimension] : values;
  if (operator.endsWith(':') && !values.every((value) => accepted.includes(value))) return undefined;
  return { dimension, operator, values };
}

/** Filters of crawlers in an address, each in the API's form. */
export function readCrawled(texts: readonly string[], wrong: WrongPart[]): CrawlFilter[] {
  return texts.flatMap((sent, index) => {
    const filter = index < most ? readOne(sent) : undefined;
    if (filter === undefined)
      wrong.push({ name: 'crawl', sent, accepts: messages.address.filterNames(crawlDimensions.join(', ')) });
    return filter ?? [];
  });
}

/** The form for requests and the address. */
export const crawlText: (filter: CrawlFilter) => string = filterText;
