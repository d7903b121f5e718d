import fc from 'fast-check';

export const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

const parts = [
  'http://',
  'android-app://',
  '//',
  'www.',
  'google',
  'com',
  'co.uk',
  '\ud800',
  ...'.*@:[]%\0 🙂',
];

/** Texts made of the parts of addresses. */
export const nearlyAddresses = fc
  .array(fc.constantFrom(...parts), { maxLength: 40 })
  .map((some) => some.join(''));
