import fc from 'fast-check';

const value = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const message = fc.record({ key: fc.string({ unit: 'grapheme' }), value });
export const anyMessages = fc.array(message, { minLength: 1, maxLength: 200 });
