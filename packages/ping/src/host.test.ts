import { hostMatcher, plainHost } from './host.ts';

const longest = `${'a.'.repeat(126)}a`;

test.each([
  ['blog.example', 'blog.example'],
  ['Blog.Example:8080', 'blog.example'],
  ['blog.example.', 'blog.example'],
  ['*.Blog.example', '*.blog.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['localhost', 'localhost'],
  ['[::1]:80', '[::1]'],
  [`${longest}.:80`, longest],
])('%s is the host %s', (text, host) => {
  expect(plainHost(text)).toBe(host);
});

const noHosts = ['', '*', '*.', '.', 'a b', 'a/b', 'user@a', 'https://a', 'a.*', '**.a', 'a:x', '[::1'];
test.each([...noHosts, `${longest}a`])('%j is no host', (text) => {
  expect(plainHost(text)).toBeUndefined();
});

test('subdomains are not the host itself, and not its neighbours', () => {
  const isOwn = hostMatcher(['Blog.example:443', '*.shop.example']);
  const own = ['blog.example', 'blog.example.', 'a.shop.example', 'a.b.shop.example'];
  const others = ['www.blog.example', 'shop.example', 'ashop.example', 'evil.example'];
  expect([...own, ...others].filter(isOwn)).toEqual(own);
});
