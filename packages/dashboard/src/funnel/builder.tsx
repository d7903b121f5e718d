import { sessionDimensions } from '@tallyhouse/ping/session-properties';
import { useState } from 'preact/hooks';
import { dimensionName } from '../filters/filter.ts';
import { timeName } from '../format/ago.ts';
import { goalText } from '../goal/goal.ts';
import { GoalInput } from '../goal/goal-input.tsx';
import { IconButton } from '../icons.tsx';
import { Options } from '../options.tsx';
import { mostSteps } from '../url/steps.ts';
import { useView } from '../url/use-view.ts';
import { isSessionProperty } from '../url/view.ts';
import { messages } from '../words/words.ts';

const times = ['30m', '1h', '1d', '7d', '30d', '90d'];

/** Changes the funnel in the address. */
export function Builder() {
  const { view, change } = useView();
  const { steps, per, within, split } = view;
  /** Announces changes to screen readers. */
  const [said, setSaid] = useState('');

  /** @param to the new position of a step; undefined removes it */
  const move = (from: number, to: number | undefined) => {
    const next = [...steps];
    const [moved] = next.splice(from, 1);
    if (moved !== undefined && to !== undefined) next.splice(to, 0, moved);
    const { removed, moved: isNow } = messages.funnel;
    setSaid(to === undefined ? removed(`${from + 1}`) : isNow(`${from + 1}`, `${to + 1}`));
    change({ steps: next });
  };

  return (
    <>
      <ol class="steps" aria-label={messages.funnel.stepsOf}>
        {steps.map((step, index) => (
          <li key={`${index} ${goalText(step)}`}>
            <span class="faint">{index + 1}</span>
            <GoalInput
              label={messages.funnel.step(`${index + 1}`)}
              goal={step}
              onChange={(goal) => change({ steps: steps.map((one, at) => (at === index ? goal : one)) })}
            />
            <span class="moves">
              <IconButton
                icon="up"
                words={messages.funnel.moveUp(`${index + 1}`)}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                icon="down"
                words={messages.funnel.moveDown(`${index + 1}`)}
                disabled={index === steps.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <IconButton
                icon="close"
                words={messages.funnel.removeStep(`${index + 1}`)}
                onClick={() => move(index, undefined)}
              />
            </span>
          </li>
        ))}
        {steps.length < mostSteps && (
          <li key={`new ${steps.length}`}>
            <span class="faint">{steps.length + 1}</span>
            <GoalInput
              label={messages.funnel.newStep(`${steps.length + 1}`)}
              first={steps.length === 0 ? 'page' : 'event'}
              onChange={(goal) => change({ steps: [...steps, goal] })}
            />
          </li>
        )}
      </ol>
      <p class="hidden" role="status">
        {said}
      </p>
      <div class="options">
        <label>
          {messages.funnel.doneBy}{' '}
          <select
            value={per}
            onChange={({ currentTarget }) =>
              change({ per: currentTarget.value === 'session' ? 'session' : 'visitor' })
            }
          >
            <option value="visitor">{messages.funnel.oneVisitor}</option>
            <option value="session">{messages.funnel.oneVisit}</option>
          </select>
        </label>
        {per === 'visitor' && (
          <label>
            {messages.funnel.within}{' '}
            <select value={within} onChange={({ currentTarget }) => change({ within: currentTarget.value })}>
              <Options of={[...new Set([...times, within])].map((time) => [time, timeName(time)])} />
            </select>
          </label>
        )}
        <label>
          {messages.funnel.brokenDownBy}{' '}
          <select
            value={split ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ split: isSessionProperty(value) ? value : undefined })
            }
          >
            <option value="">{messages.general.noValue}</option>
            <Options
              of={Object.keys(sessionDimensions)
                .filter(isSessionProperty)
                .map((name) => [name, dimensionName(name)])}
            />
          </select>
        </label>
      </div>
    </>
  );
}
