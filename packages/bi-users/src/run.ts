import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type BiNames, type BiUser, makePassword } from '@tallyhouse/clickhouse';
import { biNamesOf, databaseOfShard } from '@tallyhouse/schema';
import { ArgumentError, textTable } from '@tallyhouse/service';
import type { Task } from './arguments.ts';
import type { ComparedUser } from './compare-users.ts';
import type { BiUsersConfig } from './config.ts';
import { embeddedUsers } from './embedded-users.ts';
import { serverUsers } from './server-users.ts';
import { reservedNames } from './statements.ts';
import type { BiUserDeps, Done } from './store.ts';

export async function runTask(task: Task, config: BiUsersConfig, deps: BiUserDeps): Promise<number> {
  const names = biNamesOf(config);
  if (names === undefined)
    throw new Error('CLICKHOUSE_BI_DATABASE is none: there are no views that a BI user could read.');
  const store =
    config.CLICKHOUSE_URL === undefined && config.CLICKHOUSE_SHARDS === undefined
      ? embeddedUsers(config, names, deps)
      : serverUsers(config, names, deps);
  const say = (lines: string) => deps.output.write(`${lines}\n`);
  /** Prints what was done, or what an administrator has to do. @param made a password that is not known yet */
  const tell = (done: Done, lines: string, made?: string) => {
    if (done === undefined) {
      say(lines);
      return 0;
    }
    if (made !== undefined) say(`-- The password will be ${made}`);
    deps.errors.write(`${done.reason} Let an administrator run${done.also ?? ''}:\n`);
    say(done.sql.map((statement) => `${statement};`).join('\n'));
    return 1;
  };
  switch (task.kind) {
    case 'list':
      say(table(await store.list(), store.place));
      return 0;
    case 'remove':
      return tell(await store.remove(task.name), `The BI user ${task.name} is removed.`);
    case 'password': {
      const { password, made } = await passwordOf(task.passwordFile, deps.input);
      const done = await store.password(task.name, password);
      const shown = made === undefined ? '' : `\n\n  ${made}\n\nIt is shown only now.`;
      return tell(done, `The BI user ${task.name} has a new password.${shown}`, made);
    }
    case 'add': {
      refuseReserved(task.name, names);
      refuseDatabase(task, names);
      const { password, made } = await passwordOf(task.passwordFile, deps.input);
      const { kind: _, passwordFile: __, ...user } = task;
      const done = await store.add(user, password);
      const shown = made === undefined ? '' : `, with the password\n\n  ${made}\n\nIt is shown only now`;
      return tell(
        done,
        `The BI user ${task.name} is there${shown}. ${rightsOf(user, names)}\nIt connects to ${store.address}, database ${names.bi}.`,
        made,
      );
    }
  }
}

function refuseReserved(name: string, names: BiNames): void {
  const reserved = reservedNames(names);
  if (reserved.includes(name) || reserved.includes(name.toLowerCase()))
    throw new ArgumentError(
      `The name ${name} is reserved, as are ${reserved.filter((one) => one !== name).join(', ')}: choose another.`,
    );
}

/** An owned database has no other use, and its owner sees all sites: so do the readers of its tables. */
function refuseDatabase({ write, sites }: Pick<BiUser, 'write' | 'sites'>, names: BiNames): void {
  if (write === undefined) return;
  const { database, bi } = names;
  const used = [database, bi, `${bi}_personal`, databaseOfShard(names), 'default', 'system'];
  if (used.includes(write) || write.toLowerCase() === 'information_schema')
    throw new ArgumentError(
      `--write ${write}: this database has another use. Name one of its own, such as reports.`,
    );
  if (sites !== undefined)
    throw new ArgumentError(
      '--write and --sites exclude each other: others would read what the user writes.',
    );
}

/** The least length of a password, as for keys. */
const minLength = 16;

async function passwordOf(file: string | undefined, input: NodeJS.ReadableStream) {
  const made = makePassword();
  if (file === undefined) return { password: made, made };
  const content =
    file === '-'
      ? await text(input)
      : await readFile(file, 'utf8').catch((error: Error) => {
          throw new Error(`--password-file cannot be read: ${error.message}`);
        });
  const password = content.replace(/\r?\n$/, '');
  const where = file === '-' ? 'standard input' : file;
  if (password.length < minLength)
    throw new Error(
      `The password in ${where} has ${password.length} characters: at least ${minLength} are needed.`,
    );
  if (/\p{Cc}/u.test(password))
    throw new Error(`The password in ${where} has more than one line, or a control character.`);
  return { password };
}

function rightsOf(
  { sites, personal, write, maxSeconds, maxMemoryMb }: BiUser,
  { bi, personal: second }: BiNames,
): string {
  const rows =
    sites === undefined
      ? 'all sites'
      : sites.length === 1
        ? `the site ${sites[0]}`
        : `the sites ${sites.join(', ')}`;
  const views = personal && second !== undefined ? `${bi} and ${second}` : bi;
  const reads = `It reads the rows of ${rows} in the views of ${views}, for at most ${maxSeconds} s a query, with ${maxMemoryMb} MB of memory.`;
  return write === undefined ? reads : `${reads} It owns the database ${write}, which other BI users read.`;
}

function table(users: readonly ComparedUser[], place: string): string {
  if (users.length === 0) return `There are no BI users in ${place}.`;
  const lines = textTable([
    ['Name', 'Sites', 'Personal', 'Writes', 'Seconds', 'Memory, MB'],
    ...users.map(({ name, sites, personal, write, maxSeconds, maxMemoryMb }) => [
      name,
      sites?.join(', ') ?? 'all',
      personal ? 'yes' : 'no',
      write ?? '-',
      String(maxSeconds),
      String(maxMemoryMb),
    ]),
  ]);
  return [lines, ...users.flatMap(unlike)].join('\n');
}

/** Prints where a user is missing, or differs from the first server that has it. */
const unlike = ({ name, missingOn, differsOn, isShutOut, isUnguarded }: ComparedUser): string[] => [
  ...(isShutOut ? [`${name} is not let in: it was made by an earlier version. Remove it.`] : []),
  ...(isUnguarded
    ? [
        `${name} was made by an earlier version, and may filter what is behind the views: remove it, and add it again.`,
      ]
    : []),
  ...(missingOn.length > 0 ? [`${name} is missing on ${missingOn.join(', ')}: add it again.`] : []),
  ...(differsOn.length > 0
    ? [`${name} has other sites or limits on ${differsOn.join(', ')}: remove it, and add it again.`]
    : []),
];
