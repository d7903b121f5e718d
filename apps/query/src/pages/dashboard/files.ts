import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Bodies } from '../../http/compressed.ts';

/** The built dashboard: see packages/dashboard/build.js. */
export interface DashboardFiles {
  /** The page, with placeholders for the installation's settings. */
  page: string;
  /** By file name. */
  assets: ReadonlyMap<string, Asset>;
}

export interface Asset {
  type: string;
  bodies: Bodies;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
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
    throw new Error(`${folder} does not contain the dashboard. Run npm run build.`, { cause: error });
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
