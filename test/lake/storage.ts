import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { installPython } from '../harness/python.ts';

/** Object storage with the API of S3 and a bucket `lake`: moto, from PyPI. It keeps everything in memory and accepts any key. */
export async function startStorage() {
  const venv = await installPython('moto-5.2.5', ['moto[s3,server]==5.2.5']);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['-m', 'moto.server', '-H', '127.0.0.1', '-p', `${port}`];
  const server = spawn(`${venv}/bin/python`, args, { stdio: 'ignore' });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/${path}`, {
      ...init,
      headers: { Authorization: 'AWS4-HMAC-SHA256 Credential=test/20261127/us-east-1/s3/aws4_request' },
    });
  await eventually(async () => (await ask('lake', { method: 'PUT' }).catch(() => undefined))?.status, 200);
  const found = async (path: string, tag: string) =>
    [...(await (await ask(path)).text()).matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g'))].map(
      ([, one = '']) => one,
    );
  return {
    url,
    env: { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_ENDPOINT_URL: url },
    /** The keys in the bucket `lake` with a prefix, in order. */
    keys: async (prefix: string) =>
      (await found(`lake?list-type=2&prefix=${encodeURIComponent(prefix)}`, 'Key')).sort(),
    get: async (key: string) => Buffer.from(await (await ask(`lake/${encodeURI(key)}`)).arrayBuffer()),
    put: async (key: string, body: string) => void (await ask(`lake/${key}`, { method: 'PUT', body })),
    /** Multipart uploads that are neither completed nor aborted. */
    openUploads: () => found('lake?uploads', 'UploadId'),
    async stop() {
      server.kill();
      await once(server, 'exit');
    },
  };
}
