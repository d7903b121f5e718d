import { Condition } from '../filters/chip.tsx';
import { Icon, IconButton } from '../icons.tsx';
import { Foreign } from '../panels/list.tsx';
import { Disclosure } from '../popup.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { goalName } from './goal.ts';
import { GoalInput } from './goal-input.tsx';

/** Chooses the goal whose conversions the panels show. */
export function GoalControl() {
  const { view, change } = useView();
  const name = view.goal && goalName(view.goal);
  const choose = messages.explore.more(messages.goals.goal);
  const [first, ...others] = view.goal ?? [];
  const chosen =
    first && others.length === 0 ? <Condition of={first} brief /> : name && <Foreign text={name} />;
  return (
    <span class={name && 'chip goal'}>
      <Disclosure
        class={name ? 'words' : 'opens'}
        label={name ? `${messages.goals.goal} ${name}` : choose}
        title={name ? messages.goals.clickToChange(name) : messages.goals.goal}
        card="choosing"
        words={
          <>
            <Icon name="goal" /> {chosen ?? <span class="wide">{choose}</span>}
          </>
        }
      >
        {(close) => (
          <GoalInput
            label={messages.goals.goal}
            goal={view.goal}
            focused
            onChange={(goal) => {
              change({ goal });
              close();
            }}
          />
        )}
      </Disclosure>
      {name && (
        <IconButton
          icon="close"
          words={messages.goals.removeGoal(name)}
          onClick={() => {
            document.querySelector<HTMLElement>('.chip.goal > .words')?.focus();
            change({ goal: undefined });
          }}
        />
      )}
    </span>
  );
}
