// Part of `npm run schema:dump`: writes the list of migrations, and adds the checksums of new migrations. Existing
// checksums never change: test/schema/migrations.test.ts then fails, since a migration that landed may not be edited.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = 'clickhouse/migrations';
const checksums = `${folder}/checksums.txt`;
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort();

const variable = (file) => `migration${file.slice(0, 4)}`;
const list = [
  '// Written by `npm run schema:dump`.',
  ...files.map((file) => `import ${variable(file)} from './${file}';`),
  '',
  '/** The texts of the migrations by their names, in order. */',
  'export const texts: Readonly<Record<string, string>> = {',
  ...files.map((file) => `  '${file.replace('.sql', '')}': ${variable(file)},`),
  '};',
];
writeFileSync(`${folder}/texts.ts`, `${list.join('\n')}\n`);

const known = readFileSync(checksums, { encoding: 'utf8', flag: 'a+' });
const added = files
  .filter((file) => !known.includes(`  ${file}\n`))
  .map((file) => {
    const checksum = createHash('sha256')
      .update(readFileSync(`${folder}/${file}`))
      .digest('hex');
    return `${checksum}  ${file}\n`;
  });
writeFileSync(checksums, known + added.join(''));
