import { Transform } from 'node:stream';

/**
 * Passes bytes through, but the last `size` of them only once the source has ended properly, so that bytes written right before a failure
 * are never passed on.
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
