import { parseUrl } from './parse-url.ts';

const long = 'a'.repeat(261);

test.each([
  `https://${long}`,
  `https://${long.slice(7)}/`,
  `https://${long}/`,
  ` HTTPS:\\\\${long}\\`,
  `http:${long}?`,
  `http:///\n/\t\\${long}#`,
  `https://user:secret@${long}:443/`,
  `https://${long.replaceAll('aa', 'aa\n')}/`,
  `https://${encodeURIComponent('例'.repeat(29))}/`,
])('%.60j has a host too long for a name', (text) => {
  expect(() => new URL(text)).not.toThrow();
  expect(parseUrl(text)).toBeUndefined();
});

test.each([
  `https://${long.slice(8)}.:8443/`,
  `https://${long}@a.example/`,
  `https://a.example/${long}@`,
  `https://a.example?${long}@`,
  `https://a.example#//${long}`,
])('%.60j is parsed', (text) => {
  expect(parseUrl(text)?.href).toBe(new URL(text).href);
});

test.each(['', '/path', 'a.example', 'https://', 'https://a b/', long])('%.60j is no URL', (text) => {
  expect(parseUrl(text)).toBeUndefined();
});
