import { readTask } from './arguments.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const id = '019a6e3c-5b7a-7c1d-8e2f-3a4b5c6d7e8f';
const read = (args: string) => readTask(args.split(' '), now);

test('each kind of deletion, with --yes and without', () => {
  const about = (args: string) => read(`--site blog ${args}`);
  expect(read('--site blog')).toEqual({ kind: 'delete', about: { kind: 'site', site: 'blog' }, sure: false });
  expect(about(`--visitor ${id.toUpperCase()} --yes`)).toEqual({
    kind: 'delete',
    about: { kind: 'visitor', site: 'blog', id },
    sure: true,
  });
  expect(about(`--session ${id}`)).toMatchObject({ about: { kind: 'session', id } });
  expect(about('--ip 2001:db8::7')).toMatchObject({ about: { kind: 'ip', address: '2001:db8::7' } });
  expect(about('--before 2026-11-23')).toMatchObject({ about: { kind: 'before', day: '2026-11-23' } });
  expect(read('--help')).toEqual({ kind: 'help' });
});

test.each([
  [`--visitor ${id}`, 'Say of which site: --site <id>.'],
  ['--site *', '--site *: expected the id of one site'],
  ['--site @writing', '--site @writing: expected the id of one site'],
  ['--site a,b', '--site a,b: expected the id of one site'],
  ['--site blog --visitor 42', '--visitor 42: expected an id as exports show it'],
  ['--site blog --session 00000000-0000-0000-0000-000000000000', '--session 00000000-'],
  ['--site blog --ip 203.0.113.0/24', '--ip 203.0.113.0/24: expected one address'],
  ['--site blog --before yesterday', '--before yesterday: expected a day'],
  ['--site blog --before 2026-11-24', '--before 2026-11-24: this day is in the future.'],
  [`--site blog --ip 203.0.113.7 --visitor ${id}`, 'Give one of --ip and --visitor, not both.'],
  ['--site blog --all', "Unknown option '--all'"],
])('%s is refused', (args, message) => {
  expect(() => read(args)).toThrow(message);
});
