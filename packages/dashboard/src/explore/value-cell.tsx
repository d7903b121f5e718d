import { isDimension } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { bucketName } from '../format/buckets.ts';
import { named } from '../format/names.ts';
import { Foreign } from '../panels/list.tsx';
import { useChoice } from '../panels/use-panel.ts';
import { ValueMark } from '../panels/value-mark.tsx';
import { resolve } from '../period/period.ts';
import type { ExploredDimension } from '../url/explored.ts';
import { useView, type Viewing } from '../url/use-view.ts';

/** A value of a dimension, for readers. */
export function valueWords({ view, now }: Viewing, dimension: ExploredDimension, value: string): string {
  if (dimension === 'bucket') {
    const { granularities } = resolve(view.period, view.timezone, now);
    return bucketName(value, granularities.find((one) => one === view.granularity) ?? granularities[0]);
  }
  return isDimension(dimension) ? valueName(dimension, value) : named(value);
}

/** A value that filters the view by it when it is clicked. */
export function ValueCell({ dimension, value }: { dimension: ExploredDimension; value: string }) {
  const viewing = useView();
  const choice = useChoice();
  const words = valueWords(viewing, dimension, value);
  if (!isDimension(dimension)) return <span class="row">{words}</span>;
  const { chosen, onChoose } = choice([dimension, value]);
  return (
    <button type="button" class="row" title={words} aria-pressed={chosen} onClick={onChoose}>
      <ValueMark dimension={dimension} value={value} />
      <Foreign text={words} />
    </button>
  );
}
