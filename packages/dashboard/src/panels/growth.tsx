import type { Change } from '../api/reports.ts';
import { formatGrowth } from '../format/numbers.ts';

interface Properties {
  change: Change | undefined;
  format: (value: number) => string;
  lessIsBetter?: boolean;
}

/** How much more or less than in the period before. */
export function Growth({ change, format, lessIsBetter = false }: Properties) {
  if (change === undefined) return <span class="growth"> </span>;
  const { previous, growth_rate: rate } = change;
  if (previous === null || rate === null) return <span class="growth faint">nothing before</span>;
  const same = Math.round(rate) === 0;
  const better = same ? 'faint' : rate > 0 !== lessIsBetter ? 'better' : 'worse';
  const arrow = same ? '' : rate > 0 ? '▲' : '▼';
  return (
    <span class={`growth ${better}`} title={`${format(previous)} in the period before`}>
      <span aria-hidden="true">{arrow} </span>
      {same ? 'as before' : formatGrowth(rate)}
    </span>
  );
}
