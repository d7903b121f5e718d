import { isDimension } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { bucketName, isOfYears } from '../format/buckets.ts';
import { named } from '../format/names.ts';
import { Foreign } from '../panels/list.tsx';
import { useChoice } from '../panels/use-panel.ts';
import { ValueMark } from '../panels/value-mark.tsx';
import { dayIn } from '../period/dates.ts';
import { daysOf, granularityOf } from '../period/period.ts';
import type { ExploredDimension } from '../url/explored.ts';
import { useView, type Viewing } from '../url/use-view.ts';

/** A value of a dimension, for readers. */
export function valueWords(viewing: Viewing, dimension: ExploredDimension, value: string): string {
  if (dimension === 'bucket') {
    const { view, now } = viewing;
    // The first bucket may begin before the period, in another year.
    const { first, last } = daysOf(view.period, dayIn(view.timezone, now));
    return bucketName(value, granularityOf(view, now), isOfYears([first, last, value]));
  }
  return isDimension(dimension) ? valueName(dimension, value) : named(value);
}

/** A value that filters the view on a click. */
export function ValueCell({ dimension, value }: { dimension: ExploredDimension; value: string }) {
  const words = valueWords(useView(), dimension, value);
  const choice = useChoice();
  if (!isDimension(dimension)) return <span class="row">{words}</span>;
  const { chosen, onChoose } = choice([dimension, value]);
  return (
    <button type="button" class="row" title={words} aria-pressed={chosen} onClick={onChoose}>
      <ValueMark dimension={dimension} value={value} />
      <Foreign text={words} />
    </button>
  );
}
