import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { holdBack } from './hold-back.ts';

/** The bytes that pass through from a source, and how it ended. */
async function through(size: number, source: Iterable<string> | AsyncIterable<string>) {
  let seen = '';
  const bytes = Readable.from(source).map((text: string) => Buffer.from(text));
  const sink = async (passed: AsyncIterable<Buffer>) => {
    for await (const chunk of passed) seen += chunk;
  };
  const failure = await pipeline(bytes, holdBack(size), sink).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { seen, failure };
}

async function* broken(...parts: string[]) {
  yield* parts;
  throw new Error('reset');
}

test('all bytes pass in order when the source ends properly', async () => {
  for (const [size, parts] of [
    [4, ['ab', 'c', 'defghij', '', 'k']],
    [100, ['ab', 'c']],
    [4, []],
  ] as const)
    expect(await through(size, parts)).toEqual({ seen: parts.join(''), failure: undefined });
});

test('the last bytes of a source that fails do not pass', async () => {
  expect(await through(6, broken('data', 'more', 'err', 'or'))).toEqual({ seen: 'data', failure: 'reset' });
  expect(await through(4, broken('err'))).toEqual({ seen: '', failure: 'reset' });
});
