import { goalText, isGoal, readGoal } from '../../goal/goal.ts';
import { GoalInput } from '../../goal/goal-input.tsx';
import { Foreign } from '../../panels/list.tsx';
import type { Entry } from '../client.ts';
import { NamedRows } from './named-rows.tsx';

interface Properties {
  goals: Entry['goals'];
  onChange: (goals: Entry['goals']) => void;
}

export function Goals({ goals, onChange }: Properties) {
  return (
    <NamedRows path="goals" named={goals} onChange={onChange}>
      {(text, label, set) => {
        const goal = text === undefined ? undefined : readGoal(text);
        if (goal !== undefined && !isGoal(goal)) return <Foreign text={text ?? ''} />;
        const keeps = () => set(undefined);
        return <GoalInput {...{ label, goal, keeps }} onChange={(to) => set(goalText(to))} />;
      }}
    </NamedRows>
  );
}
