import { createBodyMemory } from './body-memory.ts';

/** Bodies come one after the other: their bytes, and a `!` when that is all of one. A `+` stands for more bytes of the first. */
test.each([
  ['bodies are held until they are released', '60! +40', [], 100],
  ['the body that has been arriving longest makes room', '50 40 30', ['0'], 70],
  ['it gets no more bytes', '50 40 30 +1', ['0'], 70],
  ['several make room when one is not enough', '30 30 30 70', ['0', '1'], 100],
  ['complete bodies are never refused; then the newest is', '45! 45! 20', ['2'], 90],
  ['a body that grows by decompression may be refused itself', '10! +91', ['0'], 0],
])('%s', (_, steps, expected, held) => {
  const memory = createBodyMemory(100);
  const refused: string[] = [];
  const bodies: ReturnType<typeof memory.open>[] = [];
  for (const step of steps.split(' ')) {
    const body = step.startsWith('+') ? bodies[0] : memory.open();
    if (body === undefined) throw new Error('nothing grows');
    if (!step.startsWith('+')) bodies.push(body);
    const index = String(bodies.indexOf(body));
    body.onRefused = ({ code, headers }) => {
      expect([code, headers['Retry-After']]).toEqual(['unavailable', '1']);
      refused.push(index);
    };
    expect(body.grow(Number.parseInt(step, 10))).toBe(!refused.includes(index));
    if (step.endsWith('!')) body.arrived();
  }
  expect([refused, memory.heldBytes(), memory.refused()]).toEqual([expected, held, expected.length]);
  for (const body of [...bodies, ...bodies]) body.release();
  expect(memory.heldBytes()).toBe(0);
});
