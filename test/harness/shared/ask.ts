import { request } from 'node:http';
import { z } from 'zod';

/**
 * Asks for a part that all test files share; the first call of a run starts it.
 * @param name a key of `starters` in global-setup.ts
 * @throws an Error that says why it does not start
 */
export function shared(name: string): Promise<unknown> {
  const { TEST_SHARED_URL } = process.env;
  if (TEST_SHARED_URL === undefined)
    throw new Error('Run the tests with jest, whose global set-up serves what they share.');
  return new Promise((resolve, reject) => {
    // Not fetch, which gives up after five minutes: a busy machine may need longer.
    const asked = request(`${TEST_SHARED_URL}/${name}`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
      );
    });
    asked.on('error', reject).end();
  });
}

const standalone = z.object({
  queryUrl: z.string(),
  ingestUrl: z.string(),
  key: z.string(),
  tag: z.string(),
});
export type Standalone = z.output<typeof standalone>;

/** The whole service that all test files share: see standalone.ts. */
export const sharedStandalone = async (): Promise<Standalone> => standalone.parse(await shared('standalone'));
