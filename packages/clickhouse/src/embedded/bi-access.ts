/**
 * Requests of BI users. The proxy checks their passwords itself, and signs in to ClickHouse with one that only it knows: so there is
 * no way for them around the check of their queries.
 *
 * That check is for one function, `file()`. The library takes itself for a local program, whose user may read every file that
 * the program may, and looks for no right (26.7). ClickHouse itself brings a query to its plain form, and one in which the word
 * stands as a name is refused. In texts, such as '/file', it may stand.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { senderNetwork } from '@tallyhouse/service/ip-address';
import { createTokenBuckets } from '@tallyhouse/service/token-buckets';
import type { Address } from './address.ts';

/** The BI users of a proxy. */
export interface BiUsers {
  users: { name: string; passwordSha256: string; salt: string }[];
  /** The password of them all in ClickHouse. */
  innerPassword: string;
}

type Passed =
  | { kind: 'refused'; status: number; text: string; headers?: Record<string, string> }
  /** Send this in place of the request: a path, and a query for its body. */
  | { kind: 'passed'; path: string; headers: Record<string, string>; body: string };

/** As at the other ports: allows for a person who mistypes; limits a guesser to 14,400 passwords a day. */
const guesses = { burst: 20, perSecond: 1 / 6 };
const maxQueryBytes = 1024 * 1024;

export interface BiAccess {
  /** Whether a request names one of the users. */
  isFrom(incoming: IncomingMessage): boolean;
  /** Checks a request, password and query. Reads its body. */
  check(incoming: IncomingMessage, gone: AbortSignal): Promise<Passed>;
}

export function createBiAccess({ users, innerPassword }: BiUsers, clickhouse: Address): BiAccess {
  const known = new Map(users.map((user) => [user.name, user]));
  const buckets = createTokenBuckets({ ...guesses, ticks: () => performance.now() });

  function signIn(incoming: IncomingMessage): { name: string } | Passed {
    const given = credentialsOf(incoming);
    const [one, ...more] = given;
    if (one === undefined)
      return refused(401, 'Sign in with a name and a password.', { 'WWW-Authenticate': 'Basic' });
    const bucket = buckets.of(senderNetwork(incoming.socket.remoteAddress ?? ''));
    const wait = bucket.wait(1);
    if (wait > 0)
      return refused(429, 'Too many wrong passwords from this address.', { 'Retry-After': `${wait}` });
    const user = known.get(one.name);
    if (more.length === 0 && user !== undefined && isRight(one.password, user)) return { name: user.name };
    bucket.spend(1);
    return exception(403, 516, 'AUTHENTICATION_FAILED', 'Wrong password, or no BI user with this name.');
  }

  return {
    isFrom: (incoming) => credentialsOf(incoming).some(({ name }) => known.has(name)),
    async check(incoming, gone) {
      const signedIn = signIn(incoming);
      if ('kind' in signedIn) return signedIn;
      const url = new URL(`http://clickhouse${incoming.url ?? '/'}`);
      const body = await bodyOf(incoming, url);
      if (typeof body !== 'string') return body;
      const headers = {
        'X-ClickHouse-User': signedIn.name,
        'X-ClickHouse-Key': innerPassword,
        ...kept(incoming),
      };
      // ClickHouse reads the one and then the other.
      const query = url.searchParams.getAll('query').join('') + body;
      if ([...url.searchParams.values()].some(isFile)) return fileRefused;
      url.searchParams.delete('query');
      const plain = await plainForm(query, clickhouse, headers, gone);
      if (typeof plain !== 'string') return plain;
      if (namesFile(plain)) return fileRefused;
      return { kind: 'passed', path: url.pathname + url.search, headers, body: query };
    },
  };
}

interface Credentials {
  name: string;
  password: string;
}

/** Every user that a request names. */
function credentialsOf({ headersDistinct, url = '' }: IncomingMessage): Credentials[] {
  const key = headersDistinct['x-clickhouse-key']?.[0] ?? '';
  return [
    ...(headersDistinct['authorization'] ?? []).map(inBasic),
    ...(headersDistinct['x-clickhouse-user'] ?? []).map((name) => ({ name, password: key })),
    // In an address a password would be in logs: ClickHouse does not take it either.
    ...new URL(`http://clickhouse${url}`).searchParams.getAll('user').map((name) => ({ name, password: '' })),
  ];
}

function inBasic(authorization: string): Credentials {
  const [, encoded = ''] = /^Basic\s+(\S+)$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return { name: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
}

function isRight(password: string, { passwordSha256, salt }: BiUsers['users'][number]): boolean {
  const hash = createHash('sha256')
    .update(password + salt)
    .digest();
  return timingSafeEqual(hash, Buffer.from(passwordSha256, 'hex'));
}

/** What of a request's headers concerns the answer. The rest is about a body that is sent in another form. */
function kept({ headers }: IncomingMessage): Record<string, string> {
  const names = [
    'accept-encoding',
    'user-agent',
    'x-clickhouse-database',
    'x-clickhouse-format',
    'traceparent',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

/** The body as text. Compressed by gzip or not at all, and no form: every driver sends queries so. */
async function bodyOf(incoming: IncomingMessage, { searchParams }: URL): Promise<string | Passed> {
  const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = incoming.headers;
  if (!['identity', 'gzip'].includes(encoding) || searchParams.has('decompress') || /multipart/i.test(type)) {
    return refused(415, 'Send a query as plain text, or compressed by gzip.');
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of incoming) {
    bytes += part.length;
    if (bytes > maxQueryBytes) return tooLong;
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  if (encoding === 'identity') return body.toString('utf8');
  try {
    return gunzipSync(body, { maxOutputLength: maxQueryBytes }).toString('utf8');
  } catch {
    return refused(400, 'The body is no gzip, or too long.');
  }
}

/** The query as ClickHouse writes it: names bare or in backquotes, texts in single quotes, no comments. */
function plainForm(
  query: string,
  { host, port }: Address,
  headers: Record<string, string>,
  gone: AbortSignal,
): Promise<string | Passed> {
  if (query.trim() === '') return Promise.resolve('');
  const text = query.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const { 'accept-encoding': _, 'x-clickhouse-database': __, 'x-clickhouse-format': ___, ...own } = headers;
  return new Promise((resolve, reject) => {
    const asked = request({
      host,
      port,
      method: 'POST',
      path: '/?default_format=TabSeparatedRaw&max_query_size=8388608',
      headers: own,
      agent: false,
      signal: gone,
    });
    asked.once('error', reject);
    asked.once('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        const said = Buffer.concat(parts).toString('utf8');
        if (answer.statusCode === 200) resolve(said);
        else {
          const code = answer.headers['x-clickhouse-exception-code'];
          const ofCode = typeof code === 'string' ? { 'X-ClickHouse-Exception-Code': code } : {};
          resolve(refused(answer.statusCode ?? 502, said, ofCode));
        }
      });
    });
    asked.end(`select formatQuerySingleLine('${text}')`);
  });
}

const isFile = (name: string) => name.toLowerCase() === 'file';

/** Whether a query in its plain form has the name, outside of texts. A name in backquotes may hold the quote of a text. */
function namesFile(plain: string): boolean {
  const names = plain.replaceAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'/gs, (quoted) =>
    quoted.startsWith('`') ? quoted : "''",
  );
  return /(?<![\w$])file(?![\w$])/i.test(names);
}

const refused = (status: number, text: string, headers: Record<string, string> = {}): Passed => ({
  kind: 'refused',
  status,
  text,
  headers,
});

const exception = (status: number, code: number, name: string, text: string): Passed =>
  refused(status, `Code: ${code}. DB::Exception: ${text} (${name})\n`, {
    'X-ClickHouse-Exception-Code': `${code}`,
  });

const fileRefused = exception(
  403,
  497,
  'ACCESS_DENIED',
  'BI users may not read files, and may call nothing "file": choose another name. In texts it may stand.',
);
const tooLong = refused(413, 'A query may have 1 MiB.');
