import { sessionDimensions } from '@tallyhouse/ping/session-properties';
import { useState } from 'preact/hooks';
import { goalText } from '../goal/goal.ts';
import { GoalInput } from '../goal/goal-input.tsx';
import { Icon } from '../icons.tsx';
import { mostSteps } from '../url/steps.ts';
import { useView } from '../url/use-view.ts';
import { isSessionProperty } from '../url/view.ts';

const times = {
  '30m': '30 minutes',
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
} as const;

/** Changes the funnel in the address. */
export function Builder() {
  const { view, change } = useView();
  const { steps, per, within, split } = view;
  /** Says what happened to whoever does not see it. */
  const [said, setSaid] = useState('');

  /** @param to position that a step moves to; undefined removes it */
  const move = (from: number, to: number | undefined) => {
    const next = [...steps];
    const [moved] = next.splice(from, 1);
    if (moved !== undefined && to !== undefined) next.splice(to, 0, moved);
    setSaid(to === undefined ? `Step ${from + 1} removed` : `Step ${from + 1} is now step ${to + 1}`);
    change({ steps: next });
  };

  return (
    <>
      <ol class="steps" aria-label="Steps of the funnel">
        {steps.map((step, index) => (
          <li key={`${index} ${goalText(step)}`}>
            <span class="faint">{index + 1}</span>
            <GoalInput
              label={`Step ${index + 1}`}
              goal={step}
              onChange={(goal) => change({ steps: steps.map((one, at) => (at === index ? goal : one)) })}
            />
            <span class="moves">
              <Move
                name="up"
                label={`Move step ${index + 1} up`}
                onClick={index > 0 && (() => move(index, index - 1))}
              />
              <Move
                name="down"
                label={`Move step ${index + 1} down`}
                onClick={index < steps.length - 1 && (() => move(index, index + 1))}
              />
              <Move name="close" label={`Remove step ${index + 1}`} onClick={() => move(index, undefined)} />
            </span>
          </li>
        ))}
        {steps.length < mostSteps && (
          <li key={`new ${steps.length}`}>
            <span class="faint">{steps.length + 1}</span>
            <GoalInput
              label={`New step ${steps.length + 1}`}
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
          Done by{' '}
          <select
            value={per}
            onChange={({ currentTarget }) =>
              change({ per: currentTarget.value === 'session' ? 'session' : 'visitor' })
            }
          >
            <option value="visitor">one visitor</option>
            <option value="session">one visit</option>
          </select>
        </label>
        {per === 'visitor' && (
          <label>
            within{' '}
            <select value={within} onChange={({ currentTarget }) => change({ within: currentTarget.value })}>
              {!Object.hasOwn(times, within) && <option value={within}>{within}</option>}
              {Object.entries(times).map(([time, words]) => (
                <option key={time} value={time}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          Broken down by{' '}
          <select
            value={split ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ split: isSessionProperty(value) ? value : undefined })
            }
          >
            <option value="">nothing</option>
            {Object.entries(sessionDimensions).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
}

interface MoveProperties {
  name: 'up' | 'down' | 'close';
  label: string;
  onClick: (() => void) | false;
}

function Move({ name, label, onClick }: MoveProperties) {
  return (
    <button
      type="button"
      class="quiet icon"
      aria-label={label}
      title={label}
      disabled={onClick === false}
      onClick={onClick || undefined}
    >
      <Icon name={name} />
    </button>
  );
}
