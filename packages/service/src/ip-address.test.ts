import fc from 'fast-check';
import {
  isPrivate,
  isWithin,
  networkList,
  plainAddress,
  senderNetwork,
  truncatedAddress,
  withinNetworks,
} from './ip-address.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:8080', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%eth0]:80', 'fe80::1'],
])('%j is the address %s', (written, plain) => {
  expect(plainAddress(written)).toBe(plain);
});

const noNumbers = ['', 'unknown', '_hidden', '<script>', '300.0.0.1', '1.2.3', '1.2.3.4%5'];

test.each([...noNumbers, '[::1', '::1:80:90:x'])('%j is no address', (written) => {
  expect(plainAddress(written)).toBeUndefined();
});

test('every address has one spelling', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const plain = plainAddress(address);
      expect(plain && plainAddress(plain)).toBe(plain);
    }),
  );
});

test.each([
  ['192.0.2.77', '192.0.2.0', '192.0.2.77'],
  ['2001:db8:1:2::1', '2001:db8:1::', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::', '2001:db8:1:2'],
  ['2001:db8:1:2:3::', '2001:db8:1::', '2001:db8:1:2'],
  ['2001:db8:1::5', '2001:db8:1::', '2001:db8:1:0'],
  ['2001:db8::5', '2001:db8::', '2001:db8:0:0'],
  ['2001::1:2:3:4:5', '2001::', '2001:0:0:1'],
  ['::1', '::', '0:0:0:0'],
  ['1::8', '1::', '1:0:0:0'],
])('the network of %s is %s, and its senders are counted as %s', (address, network, senders) => {
  expect([truncatedAddress(address), senderNetwork(address)]).toEqual([network, senders]);
});

const inside = ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.1.1', '100.127.0.1'];
const outside = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1'];

test.each([
  ...[...inside, '::1', 'fd00::1', 'fe80::1'].map((address) => [address, true] as const),
  ...[...outside, '2001:db8::1', 'fc::1', '::2', '::10'].map((address) => [address, false] as const),
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});

test('a list of networks contains its members', () => {
  const office = networkList(['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']);
  expect(['192.0.2.9', '2001:db8:5::1', '198.51.100.7'].every((ip) => isWithin(office, ip))).toBe(true);
  expect(['192.0.3.9', '2001:db9::1', '198.51.100.8'].some((ip) => isWithin(office, ip))).toBe(false);
});

test('many networks contain the same addresses as one list of them', () => {
  // Few values, so that networks contain each other and addresses.
  const byte = fc.constantFrom(0, 1, 127, 128, 255);
  const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'));
  const group = fc.constantFrom('0', '1', 'ff', '8000', 'ffff');
  const ipv6 = fc
    .tuple(group, group, group, group)
    .chain(([a, b, c, d]) => fc.constantFrom(`${a}:${b}::${c}:${d}`, `${a}::${d}`, `::${b}`, `0:${a}::`));
  const dotted = ipv4.map((ip) => `::ffff:${ip}`);
  const networkOf = (ip: typeof ipv4, bits: number) =>
    fc.tuple(ip, fc.integer({ min: 0, max: bits })).map((parts) => parts.join('/'));
  const networks = fc.array(
    fc.oneof(networkOf(ipv4, 32), networkOf(ipv6, 128), ipv4, ipv6, dotted, networkOf(dotted, 128)),
  );
  fc.assert(
    fc.property(networks, fc.array(fc.oneof(ipv4, ipv6)), (list, addresses) => {
      const [one, many] = [networkList(list), withinNetworks(list)];
      for (const written of addresses) {
        const address = plainAddress(written) ?? '';
        expect([address, many(address)]).toEqual([address, isWithin(one, address)]);
      }
    }),
  );
  expect(['', 'a', '1.2.3'].some(withinNetworks(['0.0.0.0/0', '::/0']))).toBe(false);
});
