import {
  type BiNames,
  type BiUser,
  type Grant,
  grantsOf,
  type Limit,
  limitsOf,
  partsOfOwn,
} from '@tallyhouse/clickhouse';
import type { ViewNames } from '@tallyhouse/schema';

/** The later ones are words of SQL: after `to`, `all` is every user, and ClickHouse itself writes some of them without quotes. */
const takenNames = ['default', 'reader', 'writer', 'all', 'any', 'none', 'current_user', 'currentuser'];

/** Names that a server uses, or may use, for other purposes; in upper case, too. */
export const reservedNames = ({ definer }: BiNames): string[] => [...takenNames, definer];

/** The condition on the rows that a user sees in every view. Ids of sites contain no quote. */
const sitesFilter = (sites: readonly string[]): string =>
  `site_id in (${sites.map((site) => `'${site}'`).join(', ')})`;

/**
 * Constant settings of a user of some sites, where its server supports them. Otherwise ClickHouse merges the condition of a policy with
 * those of a query, or with its select list, and evaluates them side by side, so that an error in one shows rows that the other excludes
 * (docs/decisions/0047-one-local-account.md).
 */
export const guards: readonly Limit[] = [
  { setting: 'query_plan_merge_filters', value: 0, range: 'constant' },
  { setting: 'enable_join_runtime_filters', value: 0, range: 'constant' },
  { setting: 'optimize_use_projections', value: 0, range: 'constant' },
];

export interface ServerSettings {
  /** All names; some are newer than others. */
  known: ReadonlySet<string>;
  /** The threads of a query. */
  cores: number;
}

function settingSql({ setting, value, range }: Limit): string {
  const is = value === undefined ? '' : ` = ${typeof value === 'string' ? `'${value}'` : value}`;
  return `${setting}${is} ${range === 'constant' ? 'const' : `min ${range.min} max ${range.max}`}`;
}

/** A password as ClickHouse stores it: SHA-256 of the password followed by the salt, hexadecimal. */
export interface SaltedHash {
  hash: string;
  salt: string;
}

/** The mark of a BI user of these views: a setting that it has from its first statement on. */
export const markOf = ({ bi }: BiNames): string => `BI user of ${bi}`;

/** The policies of a user, by their name on each view. */
export const policyOf = (name: string): string => `bi_user_${name}`;

/** An earlier version made users with names that are reserved now. Names contain no backquote. */
const quoted = (name: string) => `\`${name}\``;

const identified = ({ hash, salt }: SaltedHash) => `identified with sha256_hash by '${hash}' salt '${salt}'`;

/**
 * Creates a user. An interruption leaves one that can read nothing, because its rights come last and all at once.
 * @param databases the existing views; a user for some sites gets a right and a policy on each of them only
 * @param others the other BI users of all sites: they read what the user writes, and it reads what they write
 */
export function addStatements(
  user: BiUser,
  password: SaltedHash,
  names: BiNames,
  databases: readonly ViewNames[],
  { known, cores }: ServerSettings,
  others: readonly BiUser[] = [],
): string[] {
  const { name, sites } = user;
  const guarded = guards.filter(({ setting }) => sites !== undefined && known.has(setting));
  const settings = [...limitsOf(user, cores), ...guarded].map(settingSql);
  const created = `create user ${quoted(name)} ${identified(password)} settings log_comment = '${markOf(names)}', ${settings.join(', ')}`;
  const readable = databases.filter(({ personal }) => user.personal || !personal);
  if (sites === undefined) {
    const databasesOfOthers = others.flatMap((other) =>
      other.sites === undefined ? (other.write ?? []) : [],
    );
    const { write } = user;
    return [
      created,
      ...(write === undefined ? [] : [`create database if not exists ${write}`, ...readBy(write, others)]),
      granted(
        grantsOf(
          user,
          readable.map(({ database }) => database),
          databasesOfOthers,
        ),
        name,
      ),
    ];
  }
  const views = readable.flatMap(({ database, views: of }) => of.map((view) => `${database}.${view}`));
  return [
    created,
    ...views.map(
      (view) =>
        `create row policy or replace ${policyOf(name)} on ${view} using ${sitesFilter(sites)} to ${quoted(name)}`,
    ),
    granted([...views.map((view) => ({ rights: 'show, select', on: view })), partsOfOwn], name),
  ];
}

const granted = (grants: readonly Grant[], name: string) =>
  `grant ${grants.map(({ rights, on }) => `${rights} on ${on}`).join(', ')} to ${quoted(name)}`;

/** Users of some sites would read the rows of others. */
const readBy = (database: string, users: readonly BiUser[]): string[] =>
  users
    .filter(({ sites }) => sites === undefined)
    .map(({ name }) => granted([{ rights: 'show, select', on: `${database}.*` }], name));

export const passwordStatement = (name: string, password: SaltedHash): string =>
  `alter user ${quoted(name)} ${identified(password)}`;

/** Removes a user, who can then read nothing, and its policies. All of them may be missing already. */
export function removeStatements(name: string, policies: readonly string[]): string[] {
  return [
    `drop user if exists ${quoted(name)}`,
    ...policies.map((view) => `drop row policy if exists ${policyOf(name)} on ${view}`),
  ];
}
