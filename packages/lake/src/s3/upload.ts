/**
 * Stores an object as its bytes arrive: at once when they are few, else in parts. The object does not exist before the last request
 * succeeds, so readers never see half of it.
 */
import { ask, type Bucket } from './client.ts';

/** Ten thousand of these are the most that an object may have. */
const partBytes = 16 * 1024 * 1024;

export async function upload(
  bucket: Bucket,
  key: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const parts = inParts(content);
  const first = await parts.next();
  const second = await parts.next();
  if (second.done) {
    const body = first.done ? new Uint8Array() : first.value;
    await put(bucket, key, body, signal);
    return;
  }
  const begun = await ask(bucket, { method: 'POST', key, query: { uploads: '' }, signal });
  const [, uploadId] = /<UploadId>(.*?)<\/UploadId>/s.exec(begun.text) ?? [];
  if (uploadId === undefined) throw new Error(`The object storage does not begin an upload of ${key}.`);
  try {
    const tags: string[] = [];
    const send = async (body: Uint8Array) => {
      const query = { partNumber: `${tags.length + 1}`, uploadId };
      const { headers } = found(await ask(bucket, { method: 'PUT', key, query, body, signal }), key);
      tags.push(headers.get('etag') ?? '');
    };
    if (!first.done) await send(first.value);
    await send(second.value);
    for await (const part of parts) await send(part);
    await complete(bucket, key, uploadId, tags, signal);
  } catch (error) {
    await ask(bucket, { method: 'DELETE', key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

/** Stores a small object. */
export async function put(
  bucket: Bucket,
  key: string,
  body: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  found(await ask(bucket, { method: 'PUT', key, body, ...(signal && { signal }) }), key);
}

async function complete(
  bucket: Bucket,
  key: string,
  uploadId: string,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const list = tags
    .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    .join('');
  const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
  const { text } = found(await ask(bucket, { method: 'POST', key, query: { uploadId }, body, signal }), key);
  // The body may report a failure after a status of success, because putting parts together takes time.
  const [, reason] = /<Error>.*?<Code>(.*?)<\/Code>/s.exec(text) ?? [];
  if (reason !== undefined) throw new Error(`The object storage did not complete ${key}: ${reason}.`);
}

function found<Got extends { status: number }>(answer: Got, key: string): Got {
  if (answer.status < 300) return answer;
  throw new Error(`The object storage did not store ${key} (${answer.status}): is there such a bucket?`);
}

/** The bytes in pieces of one size; the last one may be smaller. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(held);
}
