import type { Change } from '../api/reports.ts';
import { formatGrowth, formatPoints, none } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

interface Properties {
  change: Change | undefined;
  format: (value: number) => string;
  lessIsBetter?: boolean | undefined;
  /** For percentages, whose change is in points: a percentage of a percentage would be misread as points. */
  ofPercentage?: boolean | undefined;
  /** Why the comparison is incomplete; undefined while that is unknown. */
  partly: string | null | undefined;
}

export function Growth({ change, format, lessIsBetter = false, ofPercentage = false, partly }: Properties) {
  if (change === undefined || partly === undefined) return <span class="growth"> </span>;
  const { previous } = change;
  const by = ofPercentage ? change.change : change.growth_rate;
  if (previous === null || by === null || partly !== null) {
    const why = previous === null ? messages.numbers.nothingToCompare : partly;
    return (
      <span class="growth faint partly" title={why ?? undefined}>
        {previous === null ? none : messages.numbers.from(format(previous))}
      </span>
    );
  }
  const same = ofPercentage ? Math.abs(by) < 0.05 : Math.abs(by) < 0.5;
  const better = same ? 'faint' : by > 0 !== lessIsBetter ? 'better' : 'worse';
  return (
    <span class={`growth ${better}`} title={messages.numbers.comparedWith(format(previous))}>
      {same ? (
        messages.numbers.noChange
      ) : ofPercentage ? (
        <>
          {formatPoints(by)} <abbr title={messages.numbers.percentagePoints}>{messages.numbers.points}</abbr>
        </>
      ) : (
        formatGrowth(by)
      )}
    </span>
  );
}
