import { hash, timingSafeEqual } from 'node:crypto';

/** An account that signs in through a proxy. */
export interface Account {
  name: string;
  /** Hash of the password followed by the salt, hexadecimal. */
  passwordSha256: string;
  salt: string;
  maxSeconds?: number;
}

/** The target of a request, and its user. */
export interface Head {
  url: string;
  /** Alternating names and values. */
  rawHeaders: readonly string[];
}

/** The BI accounts that sign in through a proxy. */
export interface BiAccounts {
  users: readonly Account[];
  /** Their common password in ClickHouse, whose users file has no field for a salt. */
  innerPassword: string;
}

const ofSignIn = new Set(['authorization', 'x-clickhouse-user', 'x-clickhouse-key']);

/**
 * Signs BI accounts in: replaces the headers of a request with the right password by those that ClickHouse expects. All others stay as they
 * are, and ClickHouse refuses them.
 * @returns a function that returns the request for ClickHouse
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

/** Tools send a time limit with each query. A longer one, or none (0), becomes that of the account. */
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

/** All users that the headers name. */
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
