import { Transform } from 'node:stream';

/**
 * Lets bytes through, the last `size` of them only once the source has ended as it should: what a source writes right
 * before it breaks is never seen.
 */
export function holdBack(size: number): Transform {
  const held: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held.push(chunk);
      bytes += chunk.length;
      for (let [first] = held; first && bytes - first.length >= size; [first] = held) {
        bytes -= first.length;
        this.push(first);
        held.shift();
      }
      done();
    },
    flush(done) {
      for (const chunk of held) this.push(chunk);
      done();
    },
  });
}
