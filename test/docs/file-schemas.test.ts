import { readFileSync, writeFileSync } from 'node:fs';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { keysSettings, openSiteFiles, sitesSettings } from '@tallyhouse/sites';
import { z } from 'zod';
import { folderOfFile } from '../harness/temporary-folder.ts';

const inFolder = folderOfFile();

/** The JSON Schemas of the files, for editors. */
const files = [
  { schemaFile: 'docs/sites.schema.json', settings: sitesSettings('') },
  { schemaFile: 'docs/keys.schema.json', settings: keysSettings('') },
];

test.each(files)(
  '$schemaFile is what the code accepts (npm run schema:dump renews it)',
  ({ schemaFile, settings }) => {
    const schema = z.toJSONSchema(settings.shape, { io: 'input' });
    if (process.env['UPDATE_SCHEMA']) writeFileSync(schemaFile, `${JSON.stringify(schema, null, 2)}\n`);
    expect(JSON.parse(readFileSync(schemaFile, 'utf8'))).toEqual(schema);
  },
);

test('the files that docs/sites.md shows are valid, and have every member', async () => {
  const [sitesYaml = '', keysYaml = ''] = [
    ...readFileSync('docs/sites.md', 'utf8').matchAll(/```yaml\n(.*?)```/gs),
  ].map(([, text = '']) => text);
  const [sites, keys] = [inFolder('sites.yaml'), inFolder('keys.yaml')];
  writeFileSync(sites, sitesYaml);
  writeFileSync(keys, keysYaml);
  const deps = { logger: createLogger('test', 'silent'), registry: createRegistry() };
  const files = await openSiteFiles({ sites: sitesSettings(sites), keys: keysSettings(keys) }, deps);
  files.close();
  expect(files.sites().sites.size).toBeGreaterThan(1);
  expect(files.keys().size).toBeGreaterThan(1);
  const shown = (schemaFile: string, text: string) =>
    [...readFileSync(schemaFile, 'utf8').matchAll(/^\s*"(\w+)": \{\n\s*"(?:default|description)"/gm)]
      .map(([, member = '']) => member)
      .filter((member) => !new RegExp(`^\\s*(?:- )?${member}:`, 'm').test(text));
  expect([
    ...shown('docs/sites.schema.json', sitesYaml),
    ...shown('docs/keys.schema.json', keysYaml),
  ]).toEqual([]);
});
