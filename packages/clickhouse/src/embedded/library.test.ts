import { libraryPackage } from './library.ts';

test.each([
  [{ os: 'linux', cpu: 'x64', glibc: true }, '@chdb/lib-linux-x64-gnu'],
  [{ os: 'linux', cpu: 'arm64', glibc: true }, '@chdb/lib-linux-arm64-gnu'],
  [{ os: 'darwin', cpu: 'arm64', glibc: false }, '@chdb/lib-darwin-arm64'],
  [{ os: 'darwin', cpu: 'x64', glibc: false }, '@chdb/lib-darwin-x64'],
])('%j has a library', (platform, name) => {
  expect(libraryPackage(platform)).toBe(name);
});

test.each([
  [{ os: 'linux', cpu: 'x64', glibc: false }, 'linux on x64 with musl instead of glibc'],
  [{ os: 'win32', cpu: 'x64', glibc: false }, 'win32 on x64'],
  [{ os: 'linux', cpu: 'riscv64', glibc: true }, 'linux on riscv64'],
])('%j gets an error that suggests a server instead', (platform, here) => {
  expect(() => libraryPackage(platform)).toThrow(here);
  expect(() => libraryPackage(platform)).toThrow(
    'CLICKHOUSE_URL=http://user:password@host:8123 tallyhouse start',
  );
});
