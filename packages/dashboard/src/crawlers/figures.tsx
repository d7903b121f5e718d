import { type CrawlBucket, crawlers, type Granularity } from '../api/reports.ts';
import { bucketName } from '../format/buckets.ts';
import { formatCount, formatDecimal, none } from '../format/numbers.ts';
import { useViewReport } from '../panels/use-panel.ts';
import { crawlText } from '../url/crawled.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { shareOf } from './words.ts';

export function CrawlFigures() {
  const filter = useView().view.crawl.map(crawlText);
  const operators = useViewReport(crawlers, { by: 'operator', limit: '100', filter }).answer?.data ?? [];
  const pages = useViewReport(crawlers, { by: 'page', limit: '1', filter }).answer?.meta.total;
  const words = messages.crawlers.figures;
  const sum = (of: (row: (typeof operators)[number]) => number | null) =>
    operators.reduce((total, row) => total + (of(row) ?? 0), 0);
  const requests = sum((row) => row.requests);
  // Operators whose visits are known: visits from others cannot be recognised.
  const sending = operators.filter((row) => row.visits_back);
  const visits = sum((row) => row.visits_back);
  const reads = sending.reduce((total, row) => total + row.requests, 0);
  const figures: [string, string][] = [
    [words.reads, formatCount(requests)],
    [words.pages, pages === undefined ? none : formatCount(pages)],
    [
      words.errors,
      shareOf(
        sum((row) => row.errors),
        requests,
      ),
    ],
    [words.visitsBack, formatCount(visits)],
    [words.readsPerVisit, formatDecimal(visits === 0 ? null : reads / visits)],
  ];
  return (
    <dl class="received-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt class="faint">{name}</dt>
          <dd>
            <strong>{value}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
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
  const words = messages.crawlers;
  const most = Math.max(1, ...buckets.map(({ requests }) => requests));
  const named = (bucket = '') => bucket && bucketName(bucket, granularity);
  return (
    <>
      <ol class={buckets.length > mostApart ? 'fates dense' : 'fates'} aria-label={words.overTime}>
        {buckets.map(({ bucket, requests, errors }) => {
          const text = `${named(bucket)}: ${words.bar(formatCount(requests), formatCount(errors))}`;
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
