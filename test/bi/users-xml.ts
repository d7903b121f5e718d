import { addStatements, guards } from '@tallyhouse/bi-users';
import { type BiNames, type BiUser, passwordHash } from '@tallyhouse/clickhouse';
import { viewNames } from '@tallyhouse/schema';

/**
 * Adds BI users to a server's users file as the SQL of `bi-user` defines them: the library has no storage that users can be written to.
 * @param password of all users
 */
export function withBiUsers(
  usersXml: string,
  users: readonly BiUser[],
  names: BiNames,
  password: string,
): string {
  const made = users.map((user) => inXml(user, names, password));
  return usersXml
    .replace('</profiles>', `${made.map(({ profile }) => profile).join('')}</profiles>`)
    .replace('</users>', `${made.map(({ account }) => account).join('')}</users>`);
}

function inXml(user: BiUser, names: BiNames, password: string): { profile: string; account: string } {
  const hash = passwordHash(password);
  const server = { known: new Set(guards.map(({ setting }) => setting)), cores: 2 };
  const [created = '', ...others] = addStatements(user, { hash, salt: '' }, names, viewNames(names), server);
  const settings = [...created.matchAll(/(\w+)(?: = '?(\w+)'?)? (?:(const)|min (\d+) max (\d+))/g)];
  const values = settings.flatMap(([, name, value]) => (value ? [`<${name}>${value}</${name}>`] : []));
  const constraints = settings.map(
    ([, name, , constant, min, max]) =>
      `<${name}>${constant ? '<const/>' : `<min>${min}</min><max>${max}</max>`}</${name}>`,
  );
  const policies = others.flatMap((statement) => {
    const [, database, view, filter] = / on (\w+)\.(\w+) using (.*) to `\w+`$/.exec(statement) ?? [];
    return filter === undefined
      ? []
      : [`<${database}><${view}><filter>${filter}</filter></${view}></${database}>`];
  });
  const grant = others.at(-1)?.replace(/ to `\w+`$/, '');
  const profile = `bi_user_${user.name}`;
  return {
    profile: `<${profile}>${values.join('')}<constraints>${constraints.join('')}</constraints></${profile}>`,
    account: `<${user.name}>
        <password_sha256_hex>${hash}</password_sha256_hex>
        <networks><ip>127.0.0.1</ip></networks>
        <profile>${profile}</profile>
        <quota>default</quota>
        <grants><query>${grant}</query></grants>
        <databases>${policies.join('')}</databases>
      </${user.name}>`,
  };
}
