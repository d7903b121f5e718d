import { locate, toPlace } from './geoip.ts';

const unknown = { country: '', region: '', city: '', latitude: null, longitude: null };

test("a record in DB-IP's shape", () => {
  const record = {
    city: 'London',
    country_code: 'GB',
    state1: 'England',
    latitude: 51.5,
    longitude: -0.1,
    timezone: '',
  };
  expect(toPlace(record)).toEqual({
    country: 'GB',
    region: 'England',
    city: 'London',
    latitude: 51.5,
    longitude: -0.1,
  });
});

test("a record in GeoIP2's shape", () => {
  const record = {
    city: { geoname_id: 1, names: { de: 'München', en: 'Munich' } },
    country: { iso_code: 'DE', names: { en: 'Germany' } },
    subdivisions: [{ iso_code: 'BY', names: { en: 'Bavaria' } }, { names: { en: 'Upper Bavaria' } }],
    location: { latitude: 48.1, longitude: 11.6 },
  };
  expect(toPlace(record)).toEqual({
    country: 'DE',
    region: 'Bavaria',
    city: 'Munich',
    latitude: 48.1,
    longitude: 11.6,
  });
});

test.each([
  null,
  undefined,
  {},
  'text',
  { country_code: 'ZZ' },
  { country: { iso_code: 7 }, location: { latitude: 'x' } },
])('of %j nothing is known', (record) => {
  expect(toPlace(record)).toEqual(unknown);
});

test('a record is not changed', () => {
  const record = Object.freeze({ country: Object.freeze({ iso_code: 'FR' }) });
  expect(toPlace(record)).toMatchObject({ country: 'FR' });
});

test('private addresses are not looked up', () => {
  const step = locate(() => {
    throw new Error('looked up');
  });
  for (const ip of ['192.168.1.1', '::1', ''])
    expect(step({ ip })).toMatchObject({ value: { place: unknown } });
});

test('others are', () => {
  const step = locate((ip) => (ip === '192.0.2.1' ? { country_code: 'NL' } : null));
  expect(step({ ip: '192.0.2.1' })).toMatchObject({ value: { place: { country: 'NL' } } });
  expect(step({ ip: '192.0.2.2' })).toMatchObject({ value: { place: unknown } });
});
