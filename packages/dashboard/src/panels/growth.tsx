import type { Change } from '../api/reports.ts';
import { formatGrowth, formatPoints, none } from '../format/numbers.ts';

interface Properties {
  change: Change | undefined;
  format: (value: number) => string;
  lessIsBetter?: boolean | undefined;
  /** For percentages, whose change is in points: a percentage of a percentage would be misread as points. */
  ofPercentage?: boolean | undefined;
}

/** The change against the comparison. */
export function Growth({ change, format, lessIsBetter = false, ofPercentage = false }: Properties) {
  if (change === undefined) return <span class="growth"> </span>;
  const { previous } = change;
  const by = ofPercentage ? change.change : change.growth_rate;
  if (previous === null || by === null) {
    return (
      <span class="growth faint" title={previous === null ? 'Nothing to compare with' : undefined}>
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
