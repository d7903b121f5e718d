import { type CrawlBucket, type CrawlersRow, crawlers, type Granularity } from '../api/reports.ts';
import { bucketName, isOfYears } from '../format/buckets.ts';
import { formatCount, formatDecimal, none } from '../format/numbers.ts';
import { Facts } from '../panels/facts.tsx';
import { Body } from '../panels/panel.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { crawlText } from '../url/crawled.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { shareOf } from './words.ts';

export function CrawlFigures() {
  const filter = useView().view.crawl.map(crawlText);
  const loaded = useViewReport(crawlers, { by: 'operator', limit: '100', filter });
  const pages = useViewReport(crawlers, { by: 'page', limit: '1', filter }).answer?.meta.total;
  return (
    <Body loaded={loaded} rows={1}>
      {(operators) => <Facts of={figuresOf(operators, pages)} />}
    </Body>
  );
}

function figuresOf(operators: readonly CrawlersRow[], pages: number | undefined) {
  const words = messages.crawlers.figures;
  const sum = (of: (row: CrawlersRow) => number | null) =>
    operators.reduce((total, row) => total + (of(row) ?? 0), 0);
  const requests = sum((row) => row.requests);
  // Operators whose visits are known: visits from others cannot be recognised.
  const isKnown = operators.some((row) => row.visits_back !== null);
  const visits = sum((row) => row.visits_back);
  const reads = sum((row) => (row.visits_back === null ? 0 : row.requests));
  const errors = sum((row) => row.errors);
  return [
    { name: words.reads, value: formatCount(requests) },
    { name: words.pages, value: pages === undefined ? none : formatCount(pages) },
    { name: words.errors, value: shareOf(errors, requests) },
    { name: words.visitsBack, value: isKnown ? formatCount(visits) : none },
    { name: words.readsPerVisit, value: formatDecimal(visits === 0 ? null : reads / visits) },
  ];
}

const mostApart = 60;

/** A bar for each bucket, with successful reads and errors. */
export function CrawlBars({
  buckets,
  granularity,
}: {
  buckets: readonly CrawlBucket[];
  granularity: Granularity;
}) {
  const words = messages.crawlers.figures;
  const most = Math.max(1, ...buckets.map(({ requests }) => requests));
  const withYear = isOfYears(buckets.map(({ bucket }) => bucket));
  const named = (bucket = '') => bucket && bucketName(bucket, granularity, withYear);
  return (
    <>
      <ol
        class={buckets.length > mostApart ? 'fates dense' : 'fates'}
        aria-label={messages.numbers.overTime(words.reads)}
      >
        {buckets.map(({ bucket, requests, errors }) => {
          const text = `${named(bucket)}${messages.general.colon}${words.reads} ${formatCount(requests)}, ${words.errors} ${formatCount(errors)}`;
          return (
            <li key={bucket} title={text}>
              <span class="hidden">{text}</span>
              <i class="stored" style={{ blockSize: `${(100 * (requests - errors)) / most}%` }} />
              <i class="dropped" style={{ blockSize: `${(100 * errors) / most}%` }} />
            </li>
          );
        })}
      </ol>
      <p class="ends faint" aria-hidden="true">
        <span>{named(buckets[0]?.bucket)}</span> <span>{named(buckets.at(-1)?.bucket)}</span>
      </p>
    </>
  );
}
