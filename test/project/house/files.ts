import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProductionFile {
  /** From the top of the project. */
  path: string;
  text: string;
}

const isTest = /\.test\.ts$|-under-test\.ts$|\.snap$/;

/** What runs in production, as git lists it: TypeScript and SQL. The schema dump and the programs that write data files are not part of it. */
export function productionFiles(): ProductionFile[] {
  const listed = execFileSync('git', ['ls-files', 'apps', 'packages', 'clickhouse'], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((path) => /\.(ts|tsx|sql)$/.test(path) && !isTest.test(path) && path !== 'clickhouse/schema.sql')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Folders whose files turn tables into answers: reports, settled days, BI views, and the schema that they need. */
const readSide = [
  'apps/query/src/endpoints/',
  'apps/query/src/read/',
  'apps/query/src/database/database.ts',
  'apps/query/src/database/shards/',
  'apps/query/src/parameters/meant-pages.ts',
  'apps/query/src/parameters/named-goals.ts',
  'apps/query/src/reply/series.ts',
  'clickhouse/bi/',
  'clickhouse/migrations/',
  'packages/schema/src/bi/',
  'packages/facts/',
  'packages/filter/',
  'packages/settle/',
  'packages/sql/',
];

export const isOfReadSide = ({ path }: ProductionFile) => readSide.some((start) => path.startsWith(start));

export const linesOf = ({ text }: ProductionFile) => text.split('\n').length - 1;
