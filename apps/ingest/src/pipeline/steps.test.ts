import { drop, type Outcome, ok, reject } from './outcome.ts';
import { startingFrom } from './steps.ts';

const half = (n: number): Outcome<number> => (n % 2 === 0 ? ok(n / 2) : reject('n', 'n must be even'));
const spell = (n: number): Outcome<string> => (n === 0 ? drop('bot') : ok(`<${n}>`));
const { run } = startingFrom<number>().step(half).step(half).step(spell);

test('each step takes what the one before it made', () => {
  expect(run(12)).toEqual({ kind: 'ok', value: '<3>' });
});

test('the first step that does not go on ends the row', () => {
  expect(run(6)).toEqual({ kind: 'reject', parameter: 'n', message: 'n must be even' });
  expect(run(0)).toEqual({ kind: 'drop', reason: 'bot' });
});
