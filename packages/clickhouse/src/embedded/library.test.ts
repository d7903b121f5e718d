import { libraryPackage } from './library.ts';

test.each([
  ['linux', 'x64', true, '@chdb/lib-linux-x64-gnu'],
  ['linux', 'arm64', true, '@chdb/lib-linux-arm64-gnu'],
  ['darwin', 'arm64', false, '@chdb/lib-darwin-arm64'],
  ['darwin', 'x64', false, '@chdb/lib-darwin-x64'],
])('%s on %s, with glibc: %s, has the library %s', (os, cpu, glibc, name) => {
  expect(libraryPackage({ os, cpu, glibc })).toBe(name);
});

test.each([
  ['linux', 'x64', false, 'linux on x64 with musl instead of glibc'],
  ['win32', 'x64', false, 'win32 on x64'],
  ['linux', 'riscv64', true, 'linux on riscv64'],
])('%s on %s, with glibc: %s, gets an error that suggests a server instead', (os, cpu, glibc, here) => {
  const server = 'CLICKHOUSE_URL=http://user:password@host:8123 tallyhouse start';
  for (const text of [here, server]) expect(() => libraryPackage({ os, cpu, glibc })).toThrow(text);
});
