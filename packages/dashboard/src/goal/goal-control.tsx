import { useRef, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { Popup } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { type Goal, goalName } from './goal.ts';
import { GoalInput } from './goal-input.tsx';

/** Chooses the goal whose conversions the panels show. */
export function GoalControl() {
  const { view, change } = useView();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const choose = (goal: Goal) => {
    change({ goal });
    setOpen(false);
    opener.current?.focus();
  };
  const field = open && (
    <Popup opener={opener} label="Choose a goal" class="choosing" onClose={() => setOpen(false)}>
      <GoalInput label="Goal" goal={view.goal} focused onChange={choose} />
    </Popup>
  );
  const button = {
    ref: opener,
    type: 'button',
    'aria-expanded': open,
    onClick: () => setOpen(!open),
  } as const;
  if (view.goal === undefined) {
    return (
      <>
        <button {...button} class="opens" title="Goal">
          <Icon name="goal" /> <span class="wide">Goal …</span>
        </button>
        {field}
      </>
    );
  }
  const name = goalName(view.goal);
  return (
    <>
      <span class="chip goal">
        <button {...button} class="words" title={`${name}: click to change`}>
          <Icon name="goal" /> <span class="hidden">Goal</span> <Foreign text={name} />
        </button>
        <button
          type="button"
          class="quiet icon"
          aria-label={`Remove the goal: ${name}`}
          onClick={() => change({ goal: undefined })}
        >
          <Icon name="close" />
        </button>
      </span>
      {field}
    </>
  );
}
