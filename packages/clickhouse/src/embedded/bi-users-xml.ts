import type { ViewNames } from '../../../../clickhouse/bi/index.ts';
import { type BiUser, type Limit, limitsOf, passwordHash, sitesFilter } from '../bi-users/bi-user.ts';
import type { StoredBiUser } from '../bi-users/users-file.ts';

/** The BI users of a server, and what they read. */
export interface BiUsersConfig {
  users: readonly StoredBiUser[];
  /** The password of them all, which only the proxy knows: it has checked theirs. */
  innerPassword: string;
  views: readonly ViewNames[];
}

/** How a user signs in. Other machines come through the proxy, which is on this one. */
export function passwordAndNetwork(password: string): string {
  return `<password_sha256_hex>${passwordHash(password)}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>`;
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const profileOf = ({ name }: BiUser) => `bi_user_${name}`;

/** Settings that name a file, whose content a format then shows. */
const pinned = ['format_schema', 'format_template_resultset', 'format_template_row'];

/** The settings of a BI user, and what it may set them to. */
export function biProfile(user: BiUser): string {
  const limits = limitsOf(user);
  return `<${profileOf(user)}>
      ${limits.map(({ setting, value }) => `<${setting}>${value}</${setting}>`).join('\n      ')}
      ${pinned.map((setting) => `<${setting}></${setting}>`).join('\n      ')}
      <dialect>clickhouse</dialect>
      <cancel_http_readonly_queries_on_client_close>1</cancel_http_readonly_queries_on_client_close>
      <constraints>
        ${limits.map(constraint).join('\n        ')}
        ${[...pinned, 'dialect'].map((setting) => `<${setting}><const/></${setting}>`).join('\n        ')}
      </constraints>
    </${profileOf(user)}>
    `;
}

function constraint({ setting, range }: Limit): string {
  const within = range === 'constant' ? '<const/>' : `<min>${range.min}</min><max>${range.max}</max>`;
  return `<${setting}>${within}</${setting}>`;
}

/**
 * A BI user. One for some sites has a right and a row policy on each view that there is now: a view that comes later answers it
 * only once the server was started again, with a policy.
 */
export function biUser(user: StoredBiUser, { innerPassword, views: all }: BiUsersConfig): string {
  const { name, sites } = user;
  const readable = all.filter(({ personal }) => user.personal || !personal);
  const grants = readable.flatMap(({ database, views }) =>
    sites === undefined ? [`${database}.*`] : views.map((view) => `${database}.${view}`),
  );
  return `<${name}>
      ${passwordAndNetwork(innerPassword)}
      <profile>${profileOf(user)}</profile>
      <quota>default</quota>
      <grants>
        ${grants.map((on) => `<query>grant show, select on ${on}</query>`).join('\n        ')}
      </grants>
      ${sites === undefined ? '' : policies(readable, sitesFilter(sites))}
    </${name}>
    `;
}

function policies(databases: readonly ViewNames[], filter: string): string {
  const ofView = (view: string) => `<${view}><filter>${escapeXml(filter)}</filter></${view}>`;
  const ofDatabase = ({ database, views }: ViewNames) =>
    `<${database}>${views.map(ofView).join('')}</${database}>`;
  return `<databases>
        ${databases.map(ofDatabase).join('\n        ')}
      </databases>`;
}
