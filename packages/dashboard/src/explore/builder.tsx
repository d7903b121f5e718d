import { dimensions, propertyDimension } from '../filters/filter.ts';
import { GoalControl } from '../goal/goal-control.tsx';
import { type Explored, exploredName, isExploredDimension } from '../url/explored.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { whyNotDimension, whyNotMetric } from './fits.ts';
import { metricNames, metricWords } from './metrics.ts';
import { Picker } from './picker.tsx';
import { SavedQuestions } from './saved-questions.tsx';

const dimensionNames = ['bucket', ...Object.keys(dimensions), 'site'];

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
        label={messages.explore.numbers}
        add={messages.explore.addNumber}
        remove={messages.explore.removeNumber}
        chosen={explored.metrics}
        wordsOf={metricWords}
        choices={metricNames()}
        whyNot={(name) => whyNotMetric(name, explored, goal !== undefined)}
        typed={{
          words: messages.explore.revenueIn,
          example: 'EUR',
          nameOf: (text) => `revenue.${text.toUpperCase()}`,
        }}
        onChange={(metrics) => to({ metrics })}
      />
      <Picker
        label={messages.explore.by}
        add={messages.explore.addDimension}
        remove={messages.explore.removeDimension}
        chosen={explored.dimensions}
        wordsOf={(name) => (isExploredDimension(name) ? exploredName(name) : name)}
        choices={dimensionNames}
        whyNot={(name) => (isExploredDimension(name) ? whyNotDimension(name, explored) : undefined)}
        typed={{ words: messages.explore.propertyOf, example: 'plan', nameOf: propertyDimension }}
        onChange={(names) => to({ dimensions: names.filter(isExploredDimension) })}
      />
      <fieldset class="picker">
        <legend>{messages.goals.goal}</legend>
        <GoalControl />
      </fieldset>
      <SavedQuestions />
    </div>
  );
}
