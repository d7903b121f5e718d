// Makes the client: its types from the API's description, and JavaScript with declarations from its one source file.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import openapiTypes, { astToString } from 'openapi-typescript';
import typescript from 'typescript';

const beside = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = beside('dist');
const { dependencies } = JSON.parse(readFileSync(beside('../../package.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const describing = beside('dist/describe.mjs');
await build({
  entryPoints: [beside('../../apps/query/src/pages/openapi/client-description.ts')],
  outfile: describing,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  loader: { '.sql': 'text', '.html': 'text' },
  external: Object.keys(dependencies),
  logLevel: 'warning',
});
const { description } = await import(pathToFileURL(describing).href);
rmSync(describing);

const types = await openapiTypes(JSON.parse(JSON.stringify(description)), { defaultNonNullable: false });
writeFileSync(beside('dist/api.d.ts'), astToString(types));
const source = readFileSync(beside('src/index.ts'), 'utf8');
const options = {
  fileName: 'index.ts',
  compilerOptions: { target: typescript.ScriptTarget.ES2022, module: typescript.ModuleKind.ESNext },
};
writeFileSync(beside('dist/index.js'), typescript.transpileModule(source, options).outputText);
writeFileSync(beside('dist/index.d.ts'), typescript.transpileDeclaration(source, options).outputText);
