import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { useView } from '../url/use-view.ts';
import { goalName } from './goal.ts';
import { GoalInput } from './goal-input.tsx';

/** Chooses the goal whose conversions the panels show. */
export function GoalControl() {
  const { view, change } = useView();
  const [open, setOpen] = useState(false);
  if (open) {
    return (
      <span class="choosing">
        <GoalInput
          label="Goal"
          goal={view.goal}
          focused
          onChange={(goal) => {
            change({ goal });
            setOpen(false);
          }}
        />
        <button type="button" class="quiet icon" aria-label="Close" onClick={() => setOpen(false)}>
          <Icon name="close" />
        </button>
      </span>
    );
  }
  if (view.goal === undefined) {
    return (
      <button type="button" class="opens" title="Goal" onClick={() => setOpen(true)}>
        <Icon name="goal" /> <span class="wide">Goal …</span>
      </button>
    );
  }
  const name = goalName(view.goal);
  return (
    <span class="chip goal">
      <button type="button" class="words" title="Click to change" onClick={() => setOpen(true)}>
        Goal <bdi>{name}</bdi>
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
  );
}
