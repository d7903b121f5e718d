import { locate, toPlace } from './geoip.ts';

const unknown = { country: '', region: '', city: '', latitude: null, longitude: null };

const london = { city: 'London', latitude: 51.5, longitude: -0.1 };
const munich = { latitude: 48.1, longitude: 11.6 };
const geoip2 = {
  city: { geoname_id: 1, names: { de: 'München', en: 'Munich' } },
  country: { iso_code: 'DE', names: { en: 'Germany' } },
  subdivisions: [{ iso_code: 'BY', names: { en: 'Bavaria' } }, { names: { en: 'Upper Bavaria' } }],
  location: munich,
};
test.each([
  [
    "DB-IP's",
    { ...london, country_code: 'GB', state1: 'England', timezone: '' },
    { ...london, country: 'GB', region: 'England' },
  ],
  ["GeoIP2's", geoip2, { country: 'DE', region: 'Bavaria', city: 'Munich', ...munich }],
])('a record in %s shape', (_, record, place) => {
  expect(toPlace(Object.freeze(record))).toEqual(place);
});

const mistyped = { country: { iso_code: 7 }, location: { latitude: 'x' } };
test.each([null, undefined, {}, 'text', { country_code: 'ZZ' }, mistyped])('%j says nothing', (record) => {
  expect(toPlace(record)).toEqual(unknown);
});

test('private addresses and tunnels are not looked up, others are', () => {
  const asked: string[] = [];
  const step = locate((ip) => {
    asked.push(ip);
    return ip === '192.0.2.1' ? { country_code: 'NL' } : null;
  });
  const ips = [
    '192.168.1.1',
    '::1',
    '',
    '2002:5b41:101::1',
    '2001:0:53aa:64c::1',
    '2001::1',
    '192.0.2.1',
    '192.0.2.2',
    '2001:4860::1',
  ];
  const places = ips.map((ip) => step({ ip }));
  expect(asked).toEqual(ips.slice(6));
  const found = ips.map((ip) => (ip === '192.0.2.1' ? { ...unknown, country: 'NL' } : unknown));
  expect(places).toMatchObject(found.map((place) => ({ value: { place } })));
});
