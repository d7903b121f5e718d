import { type Goal, parseGoal } from '@tallyhouse/filter';
import { invalidParameter } from '@tallyhouse/service';
import { conditionsOf, goalNameIn, type ListedSites } from '@tallyhouse/sites';
import type { Parameters } from './parameter.ts';

/** A goal by its name in the sites file; its conditions are not known before the requested sites. */
interface NamedGoal extends Goal {
  name: string;
}

/** Parses a goal: conditions, or `name:` and a name. */
export function readGoal(text: string): Goal | undefined {
  const name = goalNameIn(text);
  if (name === undefined) return parseGoal(text);
  const goal: NamedGoal = { text, on: 'pageviews', conditions: [], name };
  return name === '' ? undefined : goal;
}

/**
 * Replaces named goals in values of parameters with their conditions from the sites file.
 * @param ids the requested sites, of which at least one has the goal
 * @param parameters the names of the parameters, for the message
 * @throws HttpError 400 when no site has the goal, or two sites define it differently
 */
export function withNamedGoals<Values extends object>(
  values: Values,
  ids: readonly string[],
  listed: ListedSites,
  parameters: Parameters,
): Values {
  const found = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => found(one, key));
    return isNamed(value) ? goalOf(value, parameters[key]?.name ?? key) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, found(value, key)])) as Values;

  function goalOf({ text, name }: NamedGoal, parameter: string): Goal {
    const [first, ...others] = conditionsOf(text, ids, listed);
    const goal = first === undefined ? undefined : parseGoal(first);
    if (goal !== undefined && others.length === 0) return { ...goal, text };
    const problem =
      goal === undefined
        ? 'no site asked for has a goal with'
        : 'the sites asked for have different goals with';
    throw invalidParameter(parameter, `${parameter}: ${problem} the name ${name.slice(0, 100)}.`);
  }
}

function isNamed(value: unknown): value is NamedGoal {
  return typeof value === 'object' && value !== null && 'conditions' in value && 'name' in value;
}
