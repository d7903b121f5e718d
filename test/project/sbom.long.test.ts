import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
});

// Not with --omit dev: npm then leaves out what programs and tests have in common.
test('npm run sbom lists every package, and marks those that only development needs', () => {
  const said = execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 1e8 });
  const { components } = bom.parse(JSON.parse(said));
  const isOfDevelopment = (name: string) =>
    components
      .filter((component) => component.name === name)
      .map(({ properties }) => properties.some((one) => one.name === 'cdx:npm:package:development'));
  const { dependencies, devDependencies } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  for (const name of Object.keys(dependencies))
    expect([name, isOfDevelopment(name)]).toEqual([name, [false]]);
  for (const name of Object.keys(devDependencies))
    expect([name, isOfDevelopment(name)[0]]).toEqual([name, true]);
  const { version }: { version: string } = JSON.parse(readFileSync('node_modules/zod/package.json', 'utf8'));
  expect(components).toContainEqual(expect.objectContaining({ name: 'zod', version }));
});
