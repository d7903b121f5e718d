import { createBodyMemory, type HeldBody } from './body-memory.ts';

/** Bodies in a memory of 100 bytes, and those that were refused. */
function hundredBytes() {
  const memory = createBodyMemory(100);
  const refused: string[] = [];
  return {
    memory,
    refused,
    begin(name: string): HeldBody {
      const body = memory.open();
      body.onRefused = ({ code, headers }) => refused.push(`${name}: ${code} ${headers['Retry-After']}`);
      return body;
    },
  };
}

test('bodies are held until they are released', () => {
  const { memory, begin } = hundredBytes();
  const body = begin('a');
  expect(body.grow(60)).toBe(true);
  body.arrived();
  expect(body.grow(40)).toBe(true);
  expect(memory.heldBytes()).toBe(100);
  body.release();
  body.release();
  expect(memory.heldBytes()).toBe(0);
});

test('the body that has been arriving longest makes room', () => {
  const { memory, begin, refused } = hundredBytes();
  const slow = begin('slow');
  slow.grow(50);
  const slower = begin('second');
  slower.grow(40);
  const quick = begin('quick');
  expect(quick.grow(30)).toBe(true);
  expect(refused).toEqual(['slow: unavailable 1']);
  expect([slow.grow(1), slower.grow(1)]).toEqual([false, true]);
  expect([memory.heldBytes(), memory.refused()]).toEqual([71, 1]);
});

test('several make room when one is not enough', () => {
  const { memory, begin, refused } = hundredBytes();
  for (const name of ['a', 'b', 'c']) begin(name).grow(30);
  expect(begin('d').grow(70)).toBe(true);
  expect(refused).toEqual(['a: unavailable 1', 'b: unavailable 1']);
  expect(memory.heldBytes()).toBe(100);
});

test('complete bodies are never refused; then the newest is', () => {
  const { memory, begin, refused } = hundredBytes();
  for (const name of ['a', 'b']) {
    const body = begin(name);
    body.grow(45);
    body.arrived();
  }
  expect(begin('c').grow(20)).toBe(false);
  expect(refused).toEqual(['c: unavailable 1']);
  expect(memory.heldBytes()).toBe(90);
});

test('a body that grows by decompression may be refused itself', () => {
  const { memory, begin, refused } = hundredBytes();
  const packed = begin('packed');
  packed.grow(10);
  packed.arrived();
  expect(packed.grow(91)).toBe(false);
  expect(refused).toEqual(['packed: unavailable 1']);
  expect(memory.heldBytes()).toBe(0);
});
