/** A step of a story, which is taken once: by the first test that needs it, whatever the order of the tests. */
export function once(step: () => Promise<void>): () => Promise<void> {
  let taken: Promise<void> | undefined;
  return () => {
    taken ??= step();
    return taken;
  };
}
