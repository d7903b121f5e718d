import { readFileSync } from 'node:fs';
import { z } from 'zod';

const entry = z.object({
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** What npm downloads; the others are this project's own workspaces. */
const downloaded = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, rest]) => ({ path, name: path.replace(/^.*node_modules\//, ''), ...rest }));
const unverified = downloaded.filter(({ integrity }) => integrity === undefined);

test('every package that installs on Linux with glibc on x64 has a SHA-512 that npm checks', () => {
  const installs = ({ os, cpu, libc }: z.output<typeof entry>) =>
    (os ?? ['linux']).includes('linux') &&
    (cpu ?? ['x64']).includes('x64') &&
    (libc ?? ['glibc']).includes('glibc');
  const here = downloaded.filter(installs);
  expect(here.length).toBeGreaterThan(500);
  expect(here.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('the only packages without one are optional natives of other platforms, and their list only shrinks', () => {
  // CONTRIBUTING.md says how to rebuild the lock file with a registry that serves all platforms; then remove names here.
  const known = readFileSync('test/project/lockfile-without-integrity.txt', 'utf8').trimEnd().split('\n');
  expect(unverified.map(({ name }) => name).sort()).toEqual(known);
  expect(unverified.filter(({ optional, os, cpu }) => !optional || !(os || cpu))).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(downloaded.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
