import { hash, timingSafeEqual } from 'node:crypto';

/** Who comes in by a proxy. */
export interface Account {
  name: string;
  /** Hash of the password and the salt behind it, hexadecimal. */
  passwordSha256: string;
  salt: string;
  /** Time limit of a query, of an account for BI tools. */
  maxSeconds?: number;
}

/** What a request asks for, and as whom. */
export interface Head {
  url: string;
  /** Alternating names and values. */
  rawHeaders: readonly string[];
}

/** The accounts for BI tools that come in by a proxy. */
export interface BiAccounts {
  users: Account[];
  /** The password of them all in ClickHouse, whose file of users has no place for a salt. */
  innerPassword: string;
}

const ofSignIn = new Set(['authorization', 'x-clickhouse-user', 'x-clickhouse-key']);

/**
 * Signs BI accounts in: the headers of a request with the right password become those that ClickHouse knows. All others stay as they
 * are, and ClickHouse refuses them.
 * @returns a function that returns the request as ClickHouse takes it
 */
export function createSignIn({ users, innerPassword }: BiAccounts) {
  const known = new Map(users.map((user) => [user.name, user]));
  return (head: Head): Head => {
    const [given, ...more] = credentialsOf(head.rawHeaders);
    if (given === undefined || more.length > 0) return head;
    const user = known.get(given.name);
    if (user === undefined || !isRight(given.password, user)) return head;
    const others = pairs(head.rawHeaders).filter(([name]) => !ofSignIn.has(name.toLowerCase()));
    const own = ['X-ClickHouse-User', user.name, 'X-ClickHouse-Key', innerPassword];
    return { url: withinLimit(head.url, user), rawHeaders: [...others.flat(), ...own] };
  };
}

const timeLimit = 'max_execution_time';

/** Tools send a time limit of their own with each query. A longer one, or none (0), becomes that of the account. */
function withinLimit(url: string, { maxSeconds = 0 }: Account): string {
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(search);
  const isBeyond = (value: string) => Number(value) === 0 || Number(value) > maxSeconds;
  if (!parameters.getAll(timeLimit).some(isBeyond)) return url;
  parameters.set(timeLimit, `${maxSeconds}`);
  return `${path}?${parameters}`;
}

interface Credentials {
  name: string;
  password: string;
}

/** Everybody whom the headers name. */
function credentialsOf(rawHeaders: readonly string[]): Credentials[] {
  const valuesOf = (wanted: string) =>
    pairs(rawHeaders).flatMap(([name, value]) => (name.toLowerCase() === wanted ? [value] : []));
  const [password = ''] = valuesOf('x-clickhouse-key');
  return [
    ...valuesOf('authorization').map(inBasic),
    ...valuesOf('x-clickhouse-user').map((name) => ({ name, password })),
  ];
}

function inBasic(authorization: string): Credentials {
  const [, encoded = ''] = /^Basic\s+(\S+)$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return { name: text.slice(0, Math.max(colon, 0)), password: text.slice(colon + 1) };
}

export function isRight(password: string, { passwordSha256, salt }: Account): boolean {
  return timingSafeEqual(hash('sha256', password + salt, 'buffer'), Buffer.from(passwordSha256, 'hex'));
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
}
