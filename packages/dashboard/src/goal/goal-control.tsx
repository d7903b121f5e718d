import { useRef, useState } from 'preact/hooks';
import { Icon, IconButton } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { Popup } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
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
    <Popup opener={opener} label={messages.goals.chooseGoal} class="choosing" onClose={() => setOpen(false)}>
      <GoalInput label={messages.goals.goal} goal={view.goal} focused onChange={choose} />
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
        <button {...button} class="opens" title={messages.goals.goal}>
          <Icon name="goal" /> <span class="wide">{messages.goals.choose}</span>
        </button>
        {field}
      </>
    );
  }
  const name = goalName(view.goal);
  return (
    <>
      <span class="chip goal">
        <button {...button} class="words" title={messages.goals.clickToChange(name)}>
          <Icon name="goal" /> <span class="hidden">{messages.goals.goal}</span> <Foreign text={name} />
        </button>
        <IconButton
          icon="close"
          words={messages.goals.removeGoal(name)}
          onClick={() => {
            change({ goal: undefined });
            requestAnimationFrame(() => opener.current?.focus());
          }}
        />
      </span>
      {field}
    </>
  );
}
