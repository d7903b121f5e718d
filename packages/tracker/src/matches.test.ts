import { matches } from './matches.ts';

test.each([
  ['/admin', '/admin', true],
  ['/admin', '/admin/', true],
  ['/admin', '/administration', false],
  ['/admin*', '/administration', true],
  ['/admin/*', '/admin', false],
  ['/admin/*', '/admin/users/7', true],
  ['*/preview', '/posts/7/preview', true],
  ['/a, /b ,/c', '/b', true],
  ['/a.b', '/aXb', false],
  ['/a.b', '/a.b', true],
  ['/(x)[1]+?^$|\\', '/(x)[1]+?^$|\\', true],
  ['*.example.org', 'www.example.org', true],
  ['*.example.org', 'example.org', false],
  ['', '/', false],
  ['', '/admin', false],
  ['/caf%C3%A9', '/caf%C3%A9', true],
  ['/#/admin*', '/#/admin/7', true],
])('%s matches %s: %s', (list, text, expected) => {
  expect(matches(list, text)).toBe(expected);
});
