import { isUuid7, uuid7 } from './uuid7.ts';

/** The example of RFC 9562. */
const valid = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

test('a known id is laid out as RFC 9562 says', () => {
  const bits = Uint8Array.of(0xcc, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f);
  expect(uuid7(0x017f22e279b0, bits)).toBe(valid);
});

const others = ['017f22e2-79b0-4cc3-98c4-dc0c0c07398f', '017f22e2-79b0-7cc3-c8c4-dc0c0c07398f'];
test.each(['', ...others, valid.toUpperCase(), ` ${valid}`])('%j is not a lower-case UUIDv7', (id) => {
  expect(isUuid7(id)).toBe(false);
});
