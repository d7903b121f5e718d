import { granularityNames } from '../panels/series.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { resolve } from '../period/period.ts';
import { type Shape, shapes } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { whyNotShape } from './fits.ts';
import { metricWords } from './metrics.ts';
import { drawnMetric } from './use-query.ts';

const isShape = (name: string): name is Shape => Object.hasOwn(shapes, name);
const shapeNames = Object.keys(shapes).filter(isShape);

/** Chooses the shape of the answer; what a drawing shows; and the length of buckets of time. */
export function ShapeTools({ shape }: { shape: Shape }) {
  const { view, change, now } = useView();
  const { explored } = view;
  const { granularities } = resolve(view.period, view.timezone, now);
  const reasons = shapeNames.flatMap((name) => whyNotShape(name, explored) ?? []);
  return (
    <>
      <div class="options">
        <fieldset class="tabs" aria-label="Shown as">
          {shapeNames.map((name) => {
            const whyNot = whyNotShape(name, explored);
            return (
              <button
                type="button"
                key={name}
                aria-pressed={name === shape}
                disabled={whyNot !== undefined}
                title={whyNot}
                onClick={() => change({ explored: { ...explored, shape: name } })}
              >
                {shapes[name]}
              </button>
            );
          })}
        </fieldset>
        {shape !== 'table' && explored.metrics.length > 1 && (
          <label>
            Drawn{' '}
            <select
              value={drawnMetric(explored)}
              onChange={({ currentTarget }) =>
                change({ explored: { ...explored, sort: `-${currentTarget.value}`, offset: 0 } })
              }
            >
              {explored.metrics.map((name) => (
                <option key={name} value={name}>
                  {metricWords(name)}
                </option>
              ))}
            </select>
          </label>
        )}
        {explored.dimensions.includes('bucket') && granularities.length > 1 && (
          <Tabs
            label="By"
            tabs={granularityNames}
            shown={granularities}
            chosen={granularities.find((one) => one === view.granularity) ?? granularities[0]}
            onChoose={(granularity) => change({ granularity, explored: { ...explored, offset: 0 } })}
          />
        )}
      </div>
      {reasons.length > 0 && <p class="faint reasons">{reasons.join(' ')}</p>}
    </>
  );
}
