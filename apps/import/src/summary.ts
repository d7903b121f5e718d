import { printable } from '@tallyhouse/service';

/** The counts of an import. They go into checkpoints, so they are plain data. */
export interface Counts {
  /** Lines or rows. */
  read: number;
  pageviews: number;
  events: number;
  visits: number;
  visitors: number;
  /** Requests of pages in logs: of crawlers, and of persons. */
  crawls: number;
  requests: number;
  /** By reason: rows that are not page views, and dropped pings. */
  skipped: Record<string, number>;
  dropped: Record<string, number>;
  unreadable: number;
  /** The first few of them. */
  examples: string[];
  /** Times of the first and the last page view or event, milliseconds since 1970; undefined without any. */
  first: number | undefined;
  last: number | undefined;
}

const mostExamples = 5;
const longestExample = 120;

export const noCounts = (): Counts => ({
  read: 0,
  pageviews: 0,
  events: 0,
  visits: 0,
  visitors: 0,
  crawls: 0,
  requests: 0,
  skipped: {},
  dropped: {},
  unreadable: 0,
  examples: [],
  first: undefined,
  last: undefined,
});

export function countReason(reasons: Record<string, number>, reason: string): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
}

/** @param where such as `access.log, line 17` */
export function countUnreadable(counts: Counts, where: string, why: string, text: string): void {
  counts.unreadable++;
  if (counts.examples.length >= mostExamples) return;
  const short = text.length > longestExample ? `${text.slice(0, longestExample)}...` : text;
  counts.examples.push(`${where}: ${why}${short === '' ? '' : `: ${printable(short)}`}`);
}

export function countTime(counts: Counts, at: number): void {
  counts.first = Math.min(counts.first ?? at, at);
  counts.last = Math.max(counts.last ?? at, at);
}

/** Totals of the reports, or of the source. */
export type Totals = Pick<Counts, 'pageviews' | 'events' | 'visits' | 'visitors'>;

/** The account of an import, as lines. */
export function describe(counts: Counts, what: string): string {
  const number = (count: number) => count.toLocaleString('en');
  const rows = [
    [number(counts.read), `${what} read`],
    [number(counts.pageviews), 'page views'],
    [number(counts.events), 'events'],
    [number(counts.crawls), 'requests of crawlers'],
    [number(counts.requests), 'requests of persons'],
    ...reasons(counts.dropped, 'dropped: '),
    ...reasons(counts.skipped, 'skipped: '),
    [number(counts.unreadable), 'unreadable'],
  ].filter(([count], index) => index < 2 || count !== '0');
  const width = Math.max(...rows.map(([count = '']) => count.length));
  const lines = rows.map(([count = '', label]) => `  ${count.padStart(width)}  ${label}\n`);
  return [...lines, ...counts.examples.map((example) => `  ${' '.repeat(width)}    ${example}\n`)].join('');

  function reasons(some: Record<string, number>, before: string): string[][] {
    return Object.entries(some)
      .sort(([, one], [, other]) => other - one)
      .map(([reason, count]) => [number(count), before + reason.replaceAll('_', ' ')]);
  }
}

/** The totals of the source next to those of the reports. */
export function compare(source: Totals, reports: Totals): string {
  const rows: [string, number, number][] = [
    ['page views', source.pageviews, reports.pageviews],
    ['visits', source.visits, reports.visits],
    ['visitors', source.visitors, reports.visitors],
    ['events', source.events, reports.events],
  ];
  const column = (value: number | string) => value.toLocaleString('en').padStart(14);
  const header = `${' '.repeat(12)}${column('this import')}${column('reports')}\n`;
  return (
    header + rows.map(([name, one, other]) => `  ${name.padEnd(10)}${column(one)}${column(other)}\n`).join('')
  );
}
