/** Signatures of requests to object storage: AWS Signature Version 4, which all S3-compatible services check. */
import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
  region: string;
}

export interface Unsigned {
  method: string;
  url: URL;
  /** Names are lower-case. */
  headers: Record<string, string>;
  body: Uint8Array | undefined;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const keyed = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** As in RFC 3986: every character but letters, digits and `-._~` becomes %XX. */
export const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The headers with the signature. @param at milliseconds since 1970 */
export function signed(request: Unsigned, credentials: Credentials, at: number): Record<string, string> {
  const { method, url, body = new Uint8Array() } = request;
  const { accessKeyId, secretAccessKey, sessionToken, region } = credentials;
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': sha256(body),
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = [...Object.keys(headers), 'host'].sort();
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${name === 'host' ? url.host : headers[name]?.trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(
    (last: Buffer, part) => keyed(last, part),
    keyed(`AWS4${secretAccessKey}`, time.slice(0, 8)),
  );
  const signature = keyed(key, toSign).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
