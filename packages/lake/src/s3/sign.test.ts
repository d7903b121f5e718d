import { escaped, signed } from './sign.ts';

test('a request has the signature that the definition of the algorithm gives for it', () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    sessionToken: undefined,
    region: 'us-east-1',
  };
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const request = { method: 'GET', url, headers: { range: 'bytes=0-9' }, body: undefined };
  const { authorization } = signed(request, credentials, Date.UTC(2013, 4, 24));
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, ' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test.each([
  ['site=blog', 'site%3Dblog'],
  ["a b/!'()*~-._", 'a%20b%2F%21%27%28%29%2A~-._'],
])('%s is escaped as %s', (text, inAddress) => expect(escaped(text)).toBe(inAddress));
