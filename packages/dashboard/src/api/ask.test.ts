import { authorizationOf } from './ask.ts';

test('a key of any characters is shown as the bytes of its UTF-8', () => {
  const sent = new Headers({ authorization: authorizationOf('Schlüssel 🔑') }).get('authorization') ?? '';
  expect(Buffer.from(sent, 'latin1').toString()).toBe('Bearer Schlüssel 🔑');
});
