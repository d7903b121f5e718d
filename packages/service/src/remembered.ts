import { Recent } from './recent.ts';

/** Caches the latest `max` results of a function of strings that many requests repeat. */
export function remembered<Value extends NonNullable<unknown>>(
  max: number,
  compute: (key: string) => Value,
): (key: string) => Value {
  const answers = new Recent<Value>(max);
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = compute(key);
    answers.set(key, answer);
    return answer;
  };
}
