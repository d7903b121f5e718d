import { createBodyMemory } from './body-memory.ts';

/** A memory of 100 bytes for bodies, and those that were refused. */
function hundredBytes() {
  const memory = createBodyMemory(100);
  const refused: string[] = [];
  /** A body of which so many bytes came, and perhaps all. */
  const begin = (name: string, bytes: number, whole = false) => {
    const body = memory.open();
    body.onRefused = ({ code, headers }) => refused.push(`${name}: ${code} ${headers['Retry-After']}`);
    const fits = body.grow(bytes);
    if (whole) body.arrived();
    return { body, fits };
  };
  return { memory, refused, begin };
}

test('bodies are held until they are released', () => {
  const { memory, begin } = hundredBytes();
  const { body, fits } = begin('a', 60, true);
  expect([fits, body.grow(40), memory.heldBytes()]).toEqual([true, true, 100]);
  body.release();
  body.release();
  expect(memory.heldBytes()).toBe(0);
});

test('the body that has been arriving longest makes room', () => {
  const { memory, begin, refused } = hundredBytes();
  const [slow, slower] = [begin('slow', 50), begin('second', 40)];
  expect(begin('quick', 30).fits).toBe(true);
  expect(refused).toEqual(['slow: unavailable 1']);
  expect([slow.body.grow(1), slower.body.grow(1)]).toEqual([false, true]);
  expect([memory.heldBytes(), memory.refused()]).toEqual([71, 1]);
});

test('several make room when one is not enough', () => {
  const { memory, begin, refused } = hundredBytes();
  for (const name of ['a', 'b', 'c']) begin(name, 30);
  expect(begin('d', 70).fits).toBe(true);
  expect(refused).toEqual(['a: unavailable 1', 'b: unavailable 1']);
  expect(memory.heldBytes()).toBe(100);
});

test('complete bodies are never refused; then the newest is', () => {
  const { memory, begin, refused } = hundredBytes();
  for (const name of ['a', 'b']) begin(name, 45, true);
  expect(begin('c', 20).fits).toBe(false);
  expect(refused).toEqual(['c: unavailable 1']);
  expect(memory.heldBytes()).toBe(90);
});

test('a body that grows by decompression may be refused itself', () => {
  const { memory, begin, refused } = hundredBytes();
  expect(begin('packed', 10, true).body.grow(91)).toBe(false);
  expect(refused).toEqual(['packed: unavailable 1']);
  expect(memory.heldBytes()).toBe(0);
});
