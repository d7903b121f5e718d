import { type Caller, type FindCaller, operator, rights, timeWithZone } from '@tallyhouse/service';
import { z } from 'zod';
import { label, quoted, siteId, text } from './sites-file.ts';
import type { UsedKeys } from './used-keys.ts';

export const siteEntries = z
  .array(
    quoted.refine(
      (entry) => entry === '*' || siteId.safeParse(entry.replace(/^@/, '')).success,
      'must be the id of a site, @ and a group, or *',
    ),
  )
  .min(1, 'must name a site')
  .overwrite((entries) => [...new Set(entries)]);

const unique = (list: readonly unknown[]) => new Set(list).size === list.length;

/** One key of the file, which contains only its hash. */
export const keyEntry = z.strictObject({
  name: label
    .refine((name) => !/^\.{1,2}$/.test(name), 'must not be . or ..')
    .describe('What it is for: two keys never have the same name.'),
  sha256: text
    .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits: the SHA-256 of the key's UTF-8")
    .describe("SHA-256 of the key's UTF-8, hexadecimal."),
  sites: siteEntries.describe('Ids of sites, @<group>, or * for all.'),
  rights: z
    .array(z.enum(rights, `must be one of ${rights.join(', ')}`))
    .min(1, 'must name a right')
    .refine(unique, 'must not repeat a right')
    .describe(
      'read: reports; export: exports; personal: addresses in exports; send: pings, as with API_KEY; manage: sites, keys and annotations over HTTP; annotate: making annotations over HTTP.',
    ),
  expires: timeWithZone.optional().describe('The key is refused from this time on.'),
  requests_per_minute: z
    .int('must be a whole number')
    .min(1, 'must be 1 to 1000000')
    .max(1_000_000, 'must be 1 to 1000000')
    .optional()
    .describe('Requests that each process serves in a minute; further ones are a 429.'),
});

export type KeyEntry = z.output<typeof keyEntry>;

/** The content of KEYS_FILE. */
export const keysFile = z
  .strictObject({
    keys: z
      .array(keyEntry)
      .superRefine((keys, ctx) => {
        for (const member of ['name', 'sha256'] as const) {
          const seen = new Set<string>();
          for (const [index, key] of keys.entries()) {
            const message = key[member] === operator.name ? "is the operator's" : 'is there twice';
            if (seen.has(key[member]) || key[member] === operator.name)
              ctx.addIssue({ code: 'custom', path: [index, member], message });
            seen.add(key[member]);
          }
        }
      })
      .default([])
      .describe('The keys besides API_KEY and ADMIN_PASSWORD.'),
  })
  .describe('The keys of an installation (KEYS_FILE).');

/** Whether a key has this name already. That of the operator is in logs and annotations too. */
export const isNameTaken = (name: string, keys: readonly Pick<KeyEntry, 'name'>[]): boolean =>
  name === operator.name || keys.some((key) => key.name === name);

interface KeyHolder {
  caller: Caller;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Key holders by the hash of their key, 64 lower-case hexadecimal digits. */
export type Keys = ReadonlyMap<string, KeyHolder>;

/** Without a file. */
export const noKeys: Keys = new Map();

export function toKeys({ keys }: z.output<typeof keysFile>): Keys {
  return new Map(
    keys.map(({ sha256, name, sites, rights, expires, requests_per_minute }) => [
      sha256,
      {
        caller: {
          name,
          rights: new Set(rights),
          sites: sites.includes('*') ? 'all' : sites,
          requestsPerMinute: requests_per_minute,
        },
        expiresAt: expires === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires),
      },
    ]),
  );
}

/** Finds the caller with a key of the file that has not expired, and records its use. @param clock milliseconds since 1970 */
export function findCaller(
  { keys, used }: { keys(): Keys; used?: UsedKeys | undefined },
  clock: () => number,
): FindCaller {
  return (sha256) => {
    const now = clock();
    const holder = keys().get(sha256);
    if (holder === undefined || now >= holder.expiresAt) return undefined;
    used?.note(sha256, now);
    return holder.caller;
  };
}
