import { isPrivate } from '@tallyhouse/service';
import { type Outcome, okWith } from './outcome.ts';

/** The place of an address. `country` is ISO 3166-1 alpha-2; `''` and `null` mean unknown. */
export interface Place {
  country: string;
  region: string;
  city: string;
  latitude: number | null;
  longitude: number | null;
}

/** The database's record for an address, in that database's format; `null` without one. */
export type GeoReader = (ip: string) => unknown;

const unknownPlace: Place = { country: '', region: '', city: '', latitude: null, longitude: null };

/**
 * 6to4 (2002::/16) and Teredo (2001::/32), of which databases know only the relays. By the canonical spelling, as in `isPrivate`:
 * net.BlockList takes longer than the look-up.
 */
const tunnels = /^(?:2002|2001:0?):/;

/** Adds the place of the client's address. @param coordinates whether its coordinates are kept */
export function locate(readGeo: GeoReader, coordinates = true) {
  const placeOf = coordinates ? toPlace : toCity;
  return function located<T extends { ip: string }>(arrived: T): Outcome<T & { place: Place }> {
    const known = arrived.ip !== '' && !isPrivate(arrived.ip) && !tunnels.test(arrived.ip);
    return okWith(arrived, { place: known ? placeOf(readGeo(arrived.ip)) : unknownPlace });
  };
}

/**
 * Reads both shapes of record: DB-IP's flat one ({country_code, state1, city, ...}) and GeoIP2's nested one
 * ({country: {iso_code}, subdivisions, city: {names}, location}). The reader returns the same record object to every
 * caller, so nothing here may change it.
 */
export function toPlace(record: unknown): Place {
  return {
    country: countryCode(at(record, 'country_code') ?? at(record, 'country', 'iso_code')),
    region: name(at(record, 'state1') ?? at(record, 'subdivisions', '0', 'names', 'en')),
    city: name(at(record, 'city', 'names', 'en') ?? at(record, 'city')),
    latitude: coordinate(at(record, 'latitude') ?? at(record, 'location', 'latitude'), 90),
    longitude: coordinate(at(record, 'longitude') ?? at(record, 'location', 'longitude'), 180),
  };
}

const toCity = (record: unknown): Place => ({ ...toPlace(record), latitude: null, longitude: null });

function at(record: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    record,
  );
}

function name(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Some databases write `ZZ` for an unknown country. */
function countryCode(value: unknown): string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'ZZ' ? value : '';
}

function coordinate(value: unknown, bound: number): number | null {
  return typeof value === 'number' && Math.abs(value) <= bound ? value : null;
}
