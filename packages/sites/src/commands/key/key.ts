import { join } from 'node:path';
import { ArgumentError, port, readEnvironment, readOptions, textTable } from '@tallyhouse/service';
import { z } from 'zod';
import { isNameTaken, type KeyEntry, keyEntry, noKeys } from '../../keys-file.ts';
import { makeKey, signInAddress } from '../../make-key.ts';
import { keysSettings, publicUrl, siteFileSettings, sitesSettings } from '../../open-files.ts';
import { noSites } from '../../sites-file.ts';
import { readSettings } from '../../watched-file.ts';
import { editableFile } from '../../write/editable-file.ts';
import type { Command } from '../run.ts';

export const usage = `Usage: tallyhouse key add --name <name> --sites <list> [--rights <list>] [--expires <time>]
                          [--requests-per-minute <number>] [--url <address>] [--file <file>]
       tallyhouse key list [--file <file>]
       tallyhouse key remove --name <name> [--file <file>]

Manages keys for some sites and rights. A running service applies a change within 10 seconds.

  add     Makes a key, stores its hash, and prints the key, once, with a link to the dashboard that signs in with it.
  list    Lists the keys; those themselves are stored nowhere.
  remove  Removes a key; all else in the file stays.

  --name <name>      What the key is for.
  --sites <list>     Ids of sites, @<group>, or * for all, separated by commas.
  --rights <list>    Of read (reports), export (exports), personal (addresses in exports), send (pings), manage (sites, keys and
                     annotations over HTTP), annotate (making annotations). Default: read.
  --expires <time>   How long it is good (12h, 90d, 8w), or until when (2027-01-31T00:00:00Z). Default: for ever.
  --requests-per-minute <number>
                     Requests that it is good for in a minute. Default: any number.
  --url <address>    Address of the dashboard, for the link. Default: PUBLIC_URL, or http://127.0.0.1:<QUERY_PORT>.
  --file <file>      The file. Default: KEYS_FILE, or keys.yaml in DATA_DIR (./data).
  --help             This text.

Example: tallyhouse key add --name newsletter --sites blog --expires 90d

It exits with 0 when all is done, 1 after an error, 2 for invalid arguments.
`;

const settings = z.object({
  ...siteFileSettings,
  DATA_DIR: z.string().default('./data'),
  QUERY_PORT: port().default(3000),
  PUBLIC_URL: publicUrl,
});

const text = { type: 'string' } as const;
const options = {
  add: {
    name: text,
    sites: text,
    rights: { ...text, default: 'read' },
    expires: text,
    'requests-per-minute': text,
    url: text,
    file: text,
  },
  list: { file: text },
  remove: { name: text, file: text },
} as const;

/** @throws ArgumentError, or RefusedFileError with the mistakes of the file */
export const keyCommand: Command = async ([what, ...args], env) => {
  const config = readEnvironment(settings, env);
  const { DATA_DIR, KEYS_FILE, SITES_FILE } = config;
  const fileOf = (named: string | undefined) => named ?? KEYS_FILE ?? join(DATA_DIR, 'keys.yaml');
  switch (what) {
    case 'add': {
      const given = readOptions(args, options.add);
      const url = given.url ?? config.PUBLIC_URL ?? `http://127.0.0.1:${config.QUERY_PORT || 3000}`;
      const added = await add(fileOf(given.file), given, url);
      await warnOfUnlisted(given.sites, SITES_FILE ?? join(DATA_DIR, 'sites.yaml'));
      return added;
    }
    case 'list':
      return list(fileOf(readOptions(args, options.list).file));
    case 'remove': {
      const { name, file } = readOptions(args, options.remove);
      return remove(fileOf(file), required('name', name));
    }
    default:
      throw new ArgumentError('Say what to do: add, list or remove.');
  }
};

type Added = ReturnType<typeof readOptions<typeof options.add>>;

async function add(path: string, given: Added, url: string): Promise<string> {
  const { key, sha256 } = makeKey();
  const entry = entryOf(given, sha256);
  await fileAt(path).change(({ keys }) => {
    if (isNameTaken(entry.name, keys))
      throw new ArgumentError(
        `There is a key with the name ${entry.name} already, in ${path} or as a setting.`,
      );
    return { members: { keys: [...keys, entry] }, outcome: undefined };
  });
  const until = entry.expires === undefined ? '' : `, until ${entry.expires}`;
  const link = entry.rights.includes('read')
    ? `\n\nThe dashboard signs in with it at\n\n  ${signInAddress(url, key)}`
    : '';
  return `This is the key ${entry.name}. It is shown only now; ${path} has its hash.

  ${key}

It is for ${entry.sites.join(', ')}, to ${entry.rights.join(', ')}${until}.${link}`;
}

/** A site may be listed later, so its key is good. But it may be a slip, and the key would open nothing. */
async function warnOfUnlisted(list = '', path: string): Promise<void> {
  // A refused file is reported by the service.
  const { sites, groups } = await readSettings(sitesSettings(path, noSites)).catch(() => noSites);
  const isListed = (name: string) => (name[0] === '@' ? groups.has(name.slice(1)) : sites.has(name));
  const others = listed(list).filter((name) => name !== '*' && !isListed(name));
  if (sites.size > 0 && others.length > 0)
    process.stderr.write(`Warning: ${path} does not list ${others.join(', ')}.\n`);
}

function entryOf(given: Added, sha256: string): KeyEntry {
  const { name, sites, rights, expires, 'requests-per-minute': perMinute } = given;
  const entry = {
    name: required('name', name),
    sha256,
    sites: listed(required('sites', sites)),
    rights: listed(rights),
    ...(expires !== undefined && { expires: expiryOf(expires) }),
    ...(perMinute !== undefined && { requests_per_minute: Number(perMinute) }),
  };
  const parsed = keyEntry.safeParse(entry);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path: [member], message }) => `--${String(member).replaceAll('_', '-')} ${message}`,
  );
  throw new ArgumentError(`${[...new Set(problems)].join('\n')}`);
}

const listed = (text: string) => text.split(',').map((item) => item.trim());

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw new ArgumentError(`--${name} is missing.`);
  return value;
}

const unitMs = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** A time in the future, ISO 8601. */
function expiryOf(text: string): string {
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const at =
    unit === 'h' || unit === 'd' || unit === 'w'
      ? Date.now() + Number(count) * unitMs[unit]
      : Date.parse(text);
  const isTime = count !== undefined || keyEntry.shape.expires.safeParse(text).success;
  if (!isTime || !(at > Date.now())) {
    throw new ArgumentError(
      `--expires ${text}: expected how long the key is good (12h, 90d, 8w), or a time in the future (2027-01-31T00:00:00Z).`,
    );
  }
  return new Date(Math.floor(at / 1000) * 1000).toISOString().replace('.000', '');
}

async function list(path: string): Promise<string> {
  const { keys } = await fileAt(path).read();
  if (keys.length === 0) return `There are no keys in ${path}.`;
  const rows = keys.map(({ name, sites, rights, expires, requests_per_minute }) => [
    name,
    sites.join(', '),
    rights.join(', '),
    expires === undefined ? 'never' : Date.parse(expires) > Date.now() ? expires : `${expires} (expired)`,
    requests_per_minute === undefined ? 'any' : String(requests_per_minute),
  ]);
  return textTable([['Name', 'Sites', 'Rights', 'Expires', 'Requests a minute'], ...rows]);
}

async function remove(path: string, name: string): Promise<string> {
  const file = fileAt(path);
  const unknown = () => new ArgumentError(`There is no key with the name ${name} in ${path}.`);
  const isThere = (keys: readonly KeyEntry[]) => keys.some((key) => key.name === name);
  // A lock would need the folder, which may not be there either.
  if (!isThere((await file.read()).keys)) throw unknown();
  await file.change(({ keys }) => {
    if (!isThere(keys)) throw unknown();
    return { members: { keys: keys.filter((key) => key.name !== name) }, outcome: undefined };
  });
  return `The key ${name} is removed. A running service refuses it within 10 seconds.`;
}

const fileAt = (path: string) => editableFile(keysSettings(path, noKeys).written);
