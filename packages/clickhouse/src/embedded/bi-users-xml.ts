import { availableParallelism } from 'node:os';
import type { BiNames } from '../bi-names.ts';
import { type BiUser, grantsOf, type Limit, limitsOf, passwordHash } from './bi-user.ts';
import { biWorkload } from './workload.ts';

export interface BiUsersConfig {
  users: readonly BiUser[];
  /** Their common password, known only to the proxy, which has checked theirs. */
  innerPassword: string;
}

/** How a user signs in. Every client comes through the proxy, which is on this machine. */
export function passwordAndNetwork(password: string): string {
  return `<password_sha256_hex>${passwordHash(password)}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>`;
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const profileOf = ({ name }: BiUser) => `bi_user_${name}`;

/** The settings of an account, and the values it may set. */
export function biProfile(user: BiUser): string {
  const workload: Limit = { setting: 'workload', value: biWorkload, range: 'constant' };
  const limits = [...limitsOf(user, availableParallelism()), workload];
  const values = limits.flatMap(({ setting, value }) =>
    value === undefined ? [] : [`<${setting}>${value}</${setting}>`],
  );
  return `<${profileOf(user)}>
      ${values.join('\n      ')}
      <cancel_http_readonly_queries_on_client_close>1</cancel_http_readonly_queries_on_client_close>
      <constraints>
        ${limits.map(constraint).join('\n        ')}
      </constraints>
    </${profileOf(user)}>
    `;
}

function constraint({ setting, range }: Limit): string {
  const within = range === 'constant' ? '<const/>' : `<min>${range.min}</min><max>${range.max}</max>`;
  return `<${setting}>${within}</${setting}>`;
}

/**
 * The accounts. Their rights prevent mistakes, not attacks: the library exposes files of the service to any client that may send it SQL.
 */
export function biUsers({ users, innerPassword }: BiUsersConfig, names: BiNames | undefined): string {
  const written = users.flatMap(({ write }) => write ?? []);
  return users.map((user) => biUser(user, innerPassword, names, written)).join('');
}

function biUser(
  user: BiUser,
  innerPassword: string,
  names: BiNames | undefined,
  written: readonly string[],
): string {
  const { name, personal } = user;
  const databases = [names?.bi, personal ? names?.personal : undefined].filter((one) => one !== undefined);
  return `<${name}>
      ${passwordAndNetwork(innerPassword)}
      <profile>${profileOf(user)}</profile>
      <quota>default</quota>
      <grants>
        ${grantsOf(user, databases, written)
          .map(({ rights, on }) => `<query>grant ${rights} on ${on}</query>`)
          .join('\n        ')}
      </grants>
    </${name}>
    `;
}
