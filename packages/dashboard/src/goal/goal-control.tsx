import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { useView } from '../url/use-view.ts';
import { goalName } from './goal.ts';
import { GoalInput } from './goal-input.tsx';

/** Chooses the goal whose conversions the panels show. */
export function GoalControl() {
  const { view, change } = useView();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The field that had the focus is gone.
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);
  if (open) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input
      <span class="choosing" onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
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
      <button ref={opener} type="button" class="opens" title="Goal" onClick={() => setOpen(true)}>
        <Icon name="goal" /> <span class="wide">Goal …</span>
      </button>
    );
  }
  const name = goalName(view.goal);
  return (
    <span class="chip goal">
      <button
        ref={opener}
        type="button"
        class="words"
        title={`${name}: click to change`}
        onClick={() => setOpen(true)}
      >
        Goal <Foreign text={name} />
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
