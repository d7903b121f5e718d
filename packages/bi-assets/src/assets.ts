/** The files of deploy/bi, which BI tools import, so that no one writes a definition of a metric by hand. */
import { stringify } from 'yaml';
import { cubeFiles } from './cube.ts';
import { dbtFiles } from './dbt/package.ts';
import type { Files } from './files.ts';
import { metabaseFiles } from './metabase.ts';
import { osiFiles } from './osi.ts';
import { supersetFiles } from './superset/package.ts';

const tools: Record<string, () => Files> = {
  cube: cubeFiles,
  dbt: dbtFiles,
  metabase: metabaseFiles,
  osi: osiFiles,
  superset: supersetFiles,
};

const note = 'Written by `npm run bi:assets` from packages/bi-assets: change it there.';

/** The texts of all files by their path below deploy/bi. */
export function assets(): Map<string, string> {
  const files = Object.entries(tools).flatMap(([tool, make]) =>
    Object.entries(make()).map(([path, content]): [string, string] => [
      `${tool}/${path}`,
      textOf(path, content),
    ]),
  );
  return new Map(files);
}

function textOf(path: string, content: unknown): string {
  if (path.endsWith('.json')) return `${JSON.stringify(content, null, 2)}\n`;
  if (path.endsWith('.sql')) return `{# ${note} #}\n${content}`;
  // Python reads YAML 1.1, in which more texts have to be quoted.
  return `# ${note}\n${stringify(content, { lineWidth: 0, schema: 'yaml-1.1' })}`;
}
