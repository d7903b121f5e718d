/**
 * Stores an object as its bytes arrive: at once when they are few, else in parts. The object does not exist before the last request
 * succeeds, so readers never see half of it.
 */
import { ask, type Bucket } from './client.ts';

/** Ten thousand of these are the most that an object may have. */
export const partBytes = 8 * 1024 * 1024;

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
    await ask(bucket, { method: 'PUT', key, body, signal });
    return;
  }
  const begun = await ask(bucket, { method: 'POST', key, query: { uploads: '' }, signal });
  const [, uploadId] = /<UploadId>(.*?)<\/UploadId>/s.exec(begun.text) ?? [];
  if (uploadId === undefined) throw new Error(`The object storage does not begin an upload of ${key}.`);
  try {
    const tags: string[] = [];
    let bytes = 0;
    const send = async (body: Uint8Array) => {
      const query = { partNumber: `${tags.length + 1}`, uploadId };
      const { headers } = await ask(bucket, { method: 'PUT', key, query, body, signal });
      tags.push(headers.get('etag') ?? '');
      bytes += body.length;
    };
    if (!first.done) await send(first.value);
    await send(second.value);
    for await (const part of parts) await send(part);
    // After a try whose response was lost, the storage has the object and no longer the upload.
    if (!(await complete(bucket, key, uploadId, tags, signal)) && (await sizeOf(bucket, key)) !== bytes)
      throw new Error(`The object storage has lost the upload of ${key}. Run the command again.`);
  } catch (error) {
    await ask(bucket, { method: 'DELETE', key, query: { uploadId } }).catch(() => {});
    throw error;
  }
}

/** The bytes of an object; undefined when it is not there. */
export async function sizeOf(bucket: Bucket, key: string): Promise<number | undefined> {
  const { status, headers } = await ask(bucket, { method: 'HEAD', key });
  return status === 404 ? undefined : Number(headers.get('content-length'));
}

/** @returns false when there is no such upload */
async function complete(
  bucket: Bucket,
  key: string,
  uploadId: string,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  const list = tags
    .map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    .join('');
  const body = Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`);
  const { status } = await ask(bucket, { method: 'POST', key, query: { uploadId }, body, signal });
  return status < 300;
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
