/**
 * Work for the end of a block, also after an error: `await using _folder = atEnd(() => rm(folder))`. The last declared is done first, and
 * all of it even when some fails.
 */
export const atEnd = (work: () => unknown): AsyncDisposable => ({
  async [Symbol.asyncDispose]() {
    await work();
  },
});

/** Closes something at the end of a block: `await using log = closing(findLog(...))`. */
export const closing = <Opened extends { close(): unknown }>(opened: Opened): Opened & AsyncDisposable =>
  Object.assign(
    opened,
    atEnd(() => opened.close()),
  );
