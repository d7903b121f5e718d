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
  'apps/query/src/endpoint',
  'apps/query/src/filter/',
  'apps/query/src/read/',
  'apps/query/src/goal/',
  'apps/query/src/rows/',
  'apps/query/src/shards/',
  'apps/query/src/sites/',
  'apps/query/src/series.ts',
  'apps/query/src/report-request.ts',
  'apps/query/src/database.ts',
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
