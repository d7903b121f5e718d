import { fileURLToPath } from 'node:url';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The paths of the files that the build puts next to this program. */
export const beside = {
  clickHouseProgram: pathOf('clickhouse-server.js'),
  dashboardFolder: pathOf('dashboard'),
};
