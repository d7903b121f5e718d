import { readTask } from './arguments.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const id = '019a6e3c-5b7a-7c1d-8e2f-3a4b5c6d7e8f';
const read = (args: string) => readTask(args.split(' '), now);

test.each([
  ['', { kind: 'site', site: 'blog' }],
  [`--visitor ${id.toUpperCase()}`, { kind: 'visitor', site: 'blog', id }],
  [`--session ${id}`, { kind: 'session', site: 'blog', id }],
  ['--ip 2001:db8::7', { kind: 'ip', site: 'blog', address: '2001:db8::7' }],
  ['--ip 2001:DB8:0::7', { kind: 'ip', site: 'blog', address: '2001:db8::7' }],
  ['--ip ::ffff:203.0.113.7', { kind: 'ip', site: 'blog', address: '203.0.113.7' }],
  ['--before 2026-11-23', { kind: 'before', site: 'blog', day: '2026-11-23' }],
])('a deletion of a site with %s, sure with --yes alone', (args, about) => {
  const words = `--site blog ${args}`.trim();
  expect(read(words)).toEqual({ about, sure: false });
  expect(read(`${words} --yes`)).toEqual({ about, sure: true });
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
