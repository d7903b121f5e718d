import { goalText } from '../goal/goal.ts';
import type { Extra } from '../url/question.ts';
import type { View } from '../url/view.ts';

export const funnelQuestion = ({ steps, per, within }: View): Extra => ({
  step: steps.map(goalText),
  by: per,
  within,
});
