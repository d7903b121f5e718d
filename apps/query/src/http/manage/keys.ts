import { HttpError, invalidParameter, keyRequired, operator } from '@tallyhouse/service';
import {
  isNameTaken,
  type KeyEntry,
  keyEntry,
  makeKey,
  type SiteFiles,
  signInAddress,
} from '@tallyhouse/sites';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { requireCurrent, tagOf } from './conditions.ts';
import { fileOf, type Resource } from './operation.ts';
import { isOwn, requireOwnAndKnown, requireOwnLimits, requireRoom } from './own.ts';
import { listedNow } from './sites.ts';

const body = keyEntry.omit({ sha256: true });
const row = body.extend({
  expires: keyEntry.shape.expires.unwrap().nullable(),
  requests_per_minute: keyEntry.shape.requests_per_minute.unwrap().nullable(),
  last_used_at: z.iso.date().nullable().describe('UTC day of its last request; null: none is known.'),
});
const made = row.extend({
  key: z.string().describe('The key itself, which is never shown again.'),
  url: z.string().describe('Address of the dashboard that signs in with it.'),
});

export const keysResource: Resource = {
  path: '/keys',
  file: 'keys',
  operations: {
    get: {
      id: 'list_keys',
      summary: 'The keys of the file, in its order, whose sites all belong to the requesting key.',
      done: { status: 200, data: z.array(row) },
      async run({ caller }, { files }) {
        const [keys, days] = [await ownKeys(caller, files), await files.used?.days()];
        return { data: keys.map((key) => rowOf(key, days)) };
      },
    },
    post: {
      id: 'make_key',
      summary:
        'Makes a key with some of the rights and sites of the requesting key, and shows it only this once.',
      body,
      done: { status: 201, data: made },
      async run({ caller, left, ...request }, { files, clock, sitesWithPings, dashboardUrl }) {
        const wanted = await request.body(body);
        if (wanted.expires !== undefined && Date.parse(wanted.expires) <= clock())
          throw invalidParameter('expires', 'expires must be in the future.');
        const listed = await listedNow(files);
        await requireOwnAndKnown(caller, wanted, listed, () => sitesWithPings(left));
        const { key, sha256 } = makeKey();
        return fileOf(files.editable?.keys).change(({ keys }) => {
          const own = entryOf(caller, keys);
          const { name, requests_per_minute = own?.requests_per_minute, ...rest } = wanted;
          requireOwnLimits(own, { ...rest, requests_per_minute });
          const entry = { name, sha256, ...rest, ...(requests_per_minute && { requests_per_minute }) };
          if (isNameTaken(name, keys))
            throw new HttpError('conflict', 'There is a key with this name already.', { parameter: 'name' });
          requireRoom(caller, keys.filter(isOwn(caller, listed)).length, 1000, 'keys for these sites');
          const data = { ...rowOf(entry), key, url: signInAddress(dashboardUrl(), key) };
          return { members: { keys: [...keys, entry] }, outcome: { data, tag: tagOf(entry) } };
        });
      },
    },
  },
};

export const keyResource: Resource = {
  path: '/keys/:name',
  file: 'keys',
  operations: {
    get: {
      id: 'read_key',
      summary: 'One key of the file, without itself.',
      done: { status: 200, data: row },
      async run({ caller, named }, { files }) {
        const key = find(await ownKeys(caller, files), named);
        return { data: rowOf(key, await files.used?.days()), tag: tagOf(key) };
      },
    },
    delete: {
      id: 'delete_key',
      summary: 'Takes a key away: it is refused from the next request on.',
      done: undefined,
      async run({ caller, named, conditions: { ifMatch } }, { files }) {
        const [listed, days] = [await listedNow(files), await files.used?.days()];
        return fileOf(files.editable?.keys).change(({ keys }) => {
          entryOf(caller, keys);
          const key = find(keys.filter(isOwn(caller, listed)), named);
          requireCurrent({ ifMatch }, { data: rowOf(key, days), tag: tagOf(key) });
          return { members: { keys: keys.filter((other) => other !== key) }, outcome: {} };
        });
      },
    },
  },
};

async function ownKeys(caller: Caller, files: SiteFiles): Promise<KeyEntry[]> {
  const keys = (await files.editable?.keys?.read())?.keys ?? [];
  return keys.filter(isOwn(caller, await listedNow(files)));
}

function find(keys: readonly KeyEntry[], name: string): KeyEntry {
  const key = keys.find((one) => one.name === name);
  if (key === undefined) throw new HttpError('not_found', 'There is no key with this name.');
  return key;
}

/** The caller's key; undefined for the operator. @throws HttpError 401 for one that another process has just taken away */
function entryOf({ name }: Caller, keys: readonly KeyEntry[]): KeyEntry | undefined {
  const own = keys.find((key) => key.name === name);
  if (own !== undefined || name === operator.name) return own;
  throw new HttpError('unauthorized', keyRequired, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** A key for readers: without its hash. */
function rowOf(key: KeyEntry, days?: ReadonlyMap<string, string>): z.output<typeof row> {
  const { sha256, expires = null, requests_per_minute = null, ...rest } = key;
  return { ...rest, expires, requests_per_minute, last_used_at: days?.get(sha256) ?? null };
}
