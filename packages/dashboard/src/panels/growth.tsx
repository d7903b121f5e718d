import type { Change } from '../api/reports.ts';
import { bucketName } from '../format/buckets.ts';
import { formatGrowth, formatPoints, none } from '../format/numbers.ts';
import type { Since } from './use-data-since.ts';

interface Properties {
  change: Change | undefined;
  format: (value: number) => string;
  lessIsBetter?: boolean | undefined;
  /** For percentages, whose change is in points: a percentage of a percentage would be misread as points. */
  ofPercentage?: boolean | undefined;
  /** Since when there is data, if it began after the compared range; undefined while that is not known. */
  since: Since | null | undefined;
}

/** The change against the comparison. */
export function Growth({ change, format, lessIsBetter = false, ofPercentage = false, since }: Properties) {
  if (change === undefined || since === undefined) return <span class="growth"> </span>;
  const { previous } = change;
  const by = ofPercentage ? change.change : change.growth_rate;
  if (previous === null || by === null || since !== null) {
    const why = previous === null ? 'Nothing to compare with' : since && `Data ${sinceWords(since)}`;
    return (
      <span class="growth faint" title={why ?? undefined}>
        {previous === null ? none : `from ${format(previous)}`}
      </span>
    );
  }
  const same = ofPercentage ? Math.abs(by) < 0.05 : Math.abs(by) < 0.5;
  const better = same ? 'faint' : by > 0 !== lessIsBetter ? 'better' : 'worse';
  const arrow = same ? '' : by > 0 ? '▲' : '▼';
  return (
    <span class={`growth ${better}`} title={`Compared with ${format(previous)}`}>
      <span aria-hidden="true">{arrow} </span>
      {same ? (
        'no change'
      ) : ofPercentage ? (
        <>
          {formatPoints(by)} <abbr title="percentage points">pp</abbr>
        </>
      ) : (
        formatGrowth(by)
      )}
    </span>
  );
}

/** since Mon, 28 Sep */
export const sinceWords = ({ bucket, granularity }: Since) => `since ${bucketName(bucket, granularity)}`;
