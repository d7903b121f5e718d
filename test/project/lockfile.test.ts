import { readFileSync } from 'node:fs';
import { z } from 'zod';

const entry = z.object({
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
});
const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

/** What npm downloads; the others are this project's own workspaces. */
const downloaded = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, rest]) => ({ path, name: path.replace(/^.*node_modules\//, ''), ...rest }));

/** The registry that made the lock file does not serve them: the embedded ClickHouse of other platforms. No name is ever added. */
const notServed = readFileSync('test/project/lockfile-without-integrity.txt', 'utf8').trimEnd().split('\n');

test('every package but three has a SHA-512 that npm checks', () => {
  expect(downloaded.length).toBeGreaterThan(700);
  const unverified = downloaded.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unverified.map(({ name }) => name).sort()).toEqual(notServed);
  expect(notServed.length).toBeLessThanOrEqual(3);
  // npm leaves them out elsewhere, and installs nothing else of another version.
  expect(unverified.filter(({ optional, os, cpu }) => !optional || !os || !cpu)).toEqual([]);
  const security = readFileSync('SECURITY.md', 'utf8');
  expect(notServed.filter((name) => !security.includes(`\`${name}\``))).toEqual([]);
});

test('the lock file names no registry', () => {
  expect(downloaded.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
