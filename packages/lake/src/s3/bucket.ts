/** A lake in object storage: `s3://bucket/prefix`. */
import { ArgumentError, type CommandDeps } from '@tallyhouse/service';
import { type LockFile, lockFile, takeLock } from '../lock.ts';
import { manifestFile } from '../manifest.ts';
import { pathOf } from '../paths.ts';
import type { Journal, Place } from '../place.ts';
import { ask, type Bucket } from './client.ts';
import type { StorageConfig } from './settings.ts';
import { sizeOf, upload } from './upload.ts';

const scheme = 's3://';
const minuteMs = 60_000;

export const isInBucket = (to: string): boolean => to.startsWith(scheme);

/**
 * Checks whether it can be used, and locks out other runs.
 * @param patienceMs how long a request may take, besides the time of its body
 * @throws an Error when it cannot, or contains something other than an export
 */
export async function openBucket(
  to: string,
  config: StorageConfig,
  { clock }: Pick<CommandDeps, 'clock'>,
  patienceMs = minuteMs,
): Promise<Place> {
  const [name = '', ...path] = to.slice(scheme.length).replace(/\/+$/, '').split('/');
  if (name === '' || path.includes('')) throw new ArgumentError(`--to ${to}: expected s3://bucket/prefix.`);
  const bucket = { ...storageOf(config), name, patienceMs, clock };
  const keyOf = (file: string) => [...path, file].join('/');
  // The empty object of a folder that was created by hand, and the lock of a run that died before it began the manifest.
  const ignored = ['', lockFile].map(keyOf);
  const held = (await firstOf(bucket, keyOf(''))).filter((key) => !ignored.includes(key));
  if (held.length > 0 && (await textOf(bucket, keyOf(manifestFile))) === undefined) {
    throw new Error(`--to ${to} holds other objects (${held[0]}) and no export. Name another prefix.`);
  }
  const release = await takeLock(lockIn(bucket, keyOf(lockFile)), to);
  return {
    name: to,
    foldsCase: async () => false,
    size: (file) => sizeOf(bucket, keyOf(pathOf(file))),
    write: (file, content, signal) => upload(bucket, keyOf(pathOf(file)), content, signal),
    remove: async (file) => void (await ask(bucket, { method: 'DELETE', key: keyOf(pathOf(file)) })),
    openJournal: () => openJournal(bucket, keyOf(manifestFile), to),
    release,
  };
}

function storageOf(config: StorageConfig): Pick<Bucket, 'endpoint' | 'credentials'> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('Object storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  const region = config.AWS_REGION ?? config.AWS_DEFAULT_REGION ?? 'us-east-1';
  return {
    endpoint: config.AWS_ENDPOINT_URL_S3 ?? config.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`,
    credentials: { accessKeyId, secretAccessKey, sessionToken: config.AWS_SESSION_TOKEN, region },
  };
}

async function firstOf(bucket: Bucket, prefix: string): Promise<string[]> {
  const query = { 'list-type': '2', prefix, 'max-keys': '3' };
  const { status, text } = await ask(bucket, { method: 'GET', query });
  if (status === 404) throw new Error(`There is no bucket ${bucket.name} at ${bucket.endpoint}.`);
  return [...text.matchAll(/<Key>(.*?)<\/Key>/gs)].map(([, key = '']) => key);
}

async function textOf(bucket: Bucket, key: string): Promise<string | undefined> {
  const { status, text } = await ask(bucket, { method: 'GET', key });
  return status === 404 ? undefined : text;
}

const lockIn = (bucket: Bucket, key: string): LockFile => ({
  name: `${lockFile} there`,
  async create(text) {
    const { status } = await ask(bucket, { method: 'PUT', key, body: Buffer.from(text), ifMissing: true });
    return status < 300;
  },
  read: () => textOf(bucket, key),
  remove: async () => void (await ask(bucket, { method: 'DELETE', key })),
});

/** An object is stored as a whole: lines that need not be durable wait for the next one that must. */
async function openJournal(bucket: Bucket, key: string, to: string): Promise<Journal> {
  const found = (await textOf(bucket, key)) ?? '';
  let text = found.slice(0, found.lastIndexOf('\n') + 1);
  let isStored = true;
  const store = async () => {
    if (isStored) return;
    await ask(bucket, { method: 'PUT', key, body: Buffer.from(text) });
    isStored = true;
  };
  return {
    path: `${to}/${manifestFile}`,
    async read(line) {
      const lines = text.split('\n').slice(0, -1);
      for (const [at, one] of lines.entries()) line(one, at + 1);
      return lines.length;
    },
    async append(more, durably) {
      text += more;
      isStored = false;
      if (durably) await store();
    },
    async replace(texts) {
      text = [...texts].join('');
      isStored = false;
      await store();
    },
    // Files of lines that are not stored are written again by the next run.
    close: () => store().catch(() => {}),
  };
}
