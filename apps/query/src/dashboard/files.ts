import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The dashboard as it was built: packages/dashboard/build.js. */
export interface DashboardFiles {
  /** The page, with places for what the installation says. */
  page: string;
  /** By name. */
  assets: ReadonlyMap<string, Asset>;
}

export interface Asset {
  type: string;
  /** By content coding. */
  bodies: Readonly<Record<Coding, Buffer>>;
}

/** The one that is liked best comes first. */
export const codings = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codings)[number];

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the dashboard into memory. @throws an Error when it was not built */
export function readDashboard(folder: string): DashboardFiles {
  const assets = join(folder, 'assets');
  try {
    return {
      page: readFileSync(join(folder, 'index.html'), 'utf8'),
      assets: new Map(
        readdirSync(assets)
          .filter((name) => extname(name) in types)
          .map((name) => [name, readAsset(join(assets, name))]),
      ),
    };
  } catch (error) {
    throw new Error(`${folder} does not hold the dashboard. npm run build makes it.`, { cause: error });
  }
}

function readAsset(file: string): Asset {
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    bodies: {
      identity: readFileSync(file),
      gzip: readFileSync(`${file}.gz`),
      br: readFileSync(`${file}.br`),
    },
  };
}
