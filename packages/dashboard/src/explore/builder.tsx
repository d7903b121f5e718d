import type { Loaded } from '../api/use-report.ts';
import { dimensions, propertyDimension } from '../filters/filter.ts';
import { GoalControl } from '../goal/goal-control.tsx';
import { Problem } from '../panels/problem.tsx';
import { type Explored, exploredName, isExploredDimension } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { whyNotDimension, whyNotMetric } from './fits.ts';
import { metricNames, metricWords } from './metrics.ts';
import { Picker } from './picker.tsx';

const dimensionNames = ['bucket', ...Object.keys(dimensions), 'site'].filter(isExploredDimension);

/** Chooses what is asked. @param failed why the question has no answer, which is said beside the choices */
export function Builder({ failed }: { failed: Pick<Loaded<unknown>, 'problem' | 'retry'> }) {
  const { view, change } = useView();
  const { explored } = view;
  const to = (parts: Partial<Explored>) => {
    const next = { ...explored, ...parts, offset: 0 };
    const isSorted = [...next.dimensions, ...next.metrics].some(
      (name) => name === next.sort?.replace('-', ''),
    );
    change({ explored: { ...next, sort: isSorted ? next.sort : undefined } });
  };
  return (
    <>
      <div class="pickers">
        <Picker
          label="Numbers"
          one="number"
          chosen={explored.metrics}
          wordsOf={metricWords}
          choices={metricNames.map((name) => ({
            name,
            words: metricWords(name),
            whyNot: whyNotMetric(name, explored, view.goal !== undefined),
          }))}
          typed={{
            name: 'revenue',
            words: 'Revenue in …',
            whyNot: whyNotMetric('revenue.EUR', explored, false),
            label: 'Currency',
            placeholder: 'EUR',
            read: (text) => (/^[a-z]{3}$/i.test(text) ? `revenue.${text.toUpperCase()}` : undefined),
          }}
          onChange={(metrics) => to({ metrics })}
        />
        <Picker
          label="By"
          one="dimension"
          chosen={explored.dimensions}
          wordsOf={(name) => (isExploredDimension(name) ? exploredName(name) : name)}
          choices={dimensionNames.map((name) => ({
            name,
            words: exploredName(name),
            whyNot: whyNotDimension(name, explored),
          }))}
          typed={{
            name: 'prop',
            words: 'Property of events …',
            whyNot: whyNotDimension(propertyDimension('plan'), explored),
            label: 'Name of the property',
            placeholder: 'plan',
            read: (text) => (isExploredDimension(`prop.${text}`) ? propertyDimension(text) : undefined),
          }}
          onChange={(names) => to({ dimensions: names.filter(isExploredDimension) })}
        />
        <fieldset class="picker">
          <legend>Goal</legend>
          <GoalControl />
        </fieldset>
      </div>
      <Problem {...failed} />
    </>
  );
}
