import { parseGoal } from '@tallyhouse/filter';
import { type ListedSites, noSites, type Site } from '@tallyhouse/sites';
import { readGoal, withNamedGoals } from './named-goals.ts';

const sites: ListedSites = {
  ...noSites,
  sites: new Map<string, Site>([
    ['blog', { goals: { Signup: 'event:Signup', 'a;b|c\\': 'page:/x' } }],
    ['notes', { goals: { Signup: 'event:Joined' } }],
    ['shop', { goals: { Signup: 'event:Signup' } }],
    ['empty', {}],
  ]),
};

const named = (text: string, ...ids: string[]) =>
  withNamedGoals({ goal: [readGoal(text)], limit: 3, text: 'name:x' }, ids, sites, {});

test('a named goal has the conditions of the file, and its own text', () => {
  const signup = { ...parseGoal('event:Signup'), text: 'name:Signup' };
  expect(named('name:Signup', 'blog')).toEqual({ goal: [signup], limit: 3, text: 'name:x' });
  expect(named('name:Signup', 'empty', 'blog', 'shop').goal).toEqual([signup]);
  const escaped = 'name:a\\;b\\|c\\\\';
  expect(named(escaped, 'blog').goal).toEqual([{ ...parseGoal('page:/x'), text: escaped }]);
});

test('other goals stay', () => {
  expect(named('page:/a', 'blog').goal).toEqual([parseGoal('page:/a')]);
  expect([readGoal('name:'), readGoal('nam:x')]).toEqual([undefined, undefined]);
});

test.each([
  ['name:Signup', ['empty'], 'goal: no site asked for has a goal with the name Signup.'],
  ['name:Signup', [], 'goal: no site asked for has a goal with the name Signup.'],
  ['name:constructor', ['blog'], 'goal: no site asked for has a goal with the name constructor.'],
  ['name:Signup', ['blog', 'notes'], 'goal: the sites asked for have different goals with the name Signup.'],
])('%s of %j is refused', (text, ids, message) => {
  expect(() => named(text, ...ids)).toThrow(message);
});
