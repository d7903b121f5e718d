import { type Outcome, ok } from './outcome.ts';

type Step<In, Out> = (input: In) => Outcome<Out>;

/**
 * A chain of steps; each gets the result of the previous one. A step's type states what it needs and what it adds, so a
 * step in the wrong position does not compile. The first drop or rejection ends the chain.
 */
export interface Steps<In, Out> {
  step<Next>(next: Step<Out, Next>): Steps<In, Next>;
  run: Step<In, Out>;
}

/** No steps yet: the output is the input. */
export function startingFrom<In>(): Steps<In, In> {
  return following(ok<In>);
}

function following<In, Out>(run: Step<In, Out>): Steps<In, Out> {
  return {
    run,
    step: (next) =>
      following((input) => {
        const outcome = run(input);
        return outcome.kind === 'ok' ? next(outcome.value) : outcome;
      }),
  };
}
