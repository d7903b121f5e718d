// The licences of the npm packages that the build puts into dist/: whoever passes dist/ on passes them on too.
import { readdirSync, readFileSync } from 'node:fs';

/** The folder of the package that a bundled file belongs to, such as node_modules/preact; undefined for our own files. */
const packageOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/**
 * The text of THIRD-PARTY-LICENSES.txt.
 * @param metafiles of esbuild: what each bundle contains
 * @param others packages that are contained in another form: data, pictures, fonts
 */
export function licensesOf(metafiles, others) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const bundled = inputs.flatMap((file) => packageOf(file) ?? []);
  const folders = new Set([...bundled, ...others.map((name) => `node_modules/${name}`)]);
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${folder} has no file with its licence.`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  const head = 'This folder contains the packages below, whole or in part, under their own licences.\n';
  return [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
