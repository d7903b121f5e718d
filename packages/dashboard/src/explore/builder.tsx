import { dimensions, propertyDimension } from '../filters/filter.ts';
import { GoalControl } from '../goal/goal-control.tsx';
import { type Explored, exploredName, isExploredDimension } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { whyNotDimension, whyNotMetric } from './fits.ts';
import { metricNames, metricWords } from './metrics.ts';
import { Picker } from './picker.tsx';
import { SavedQuestions } from './saved-questions.tsx';

const dimensionNames = ['bucket', ...Object.keys(dimensions), 'site'];

/** Chooses what is asked. */
export function Builder() {
  const { view, change } = useView();
  const { explored, goal } = view;
  const to = (parts: Partial<Explored>) => {
    const next = { ...explored, ...parts, offset: 0 };
    const sorted = explored.sort?.replace('-', '') ?? '';
    const isThere = [...next.dimensions, ...next.metrics].some((name) => name === sorted);
    change({ explored: { ...next, sort: isThere ? explored.sort : undefined } });
  };
  return (
    <div class="pickers">
      <Picker
        label="Numbers"
        one="number"
        chosen={explored.metrics}
        wordsOf={metricWords}
        choices={metricNames}
        whyNot={(name) => whyNotMetric(name, explored, goal !== undefined)}
        typed={{
          words: 'Revenue in a currency',
          example: 'EUR',
          nameOf: (text) => `revenue.${text.toUpperCase()}`,
        }}
        onChange={(metrics) => to({ metrics })}
      />
      <Picker
        label="By"
        one="dimension"
        chosen={explored.dimensions}
        wordsOf={(name) => (isExploredDimension(name) ? exploredName(name) : name)}
        choices={dimensionNames}
        whyNot={(name) => (isExploredDimension(name) ? whyNotDimension(name, explored) : undefined)}
        typed={{ words: 'Property of events', example: 'plan', nameOf: propertyDimension }}
        onChange={(names) => to({ dimensions: names.filter(isExploredDimension) })}
      />
      <fieldset class="picker">
        <legend>Goal</legend>
        <GoalControl />
      </fieldset>
      <SavedQuestions />
    </div>
  );
}
