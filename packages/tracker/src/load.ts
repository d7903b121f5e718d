import { source } from './options.ts';

/**
 * Loads another file of the tracker from its own folder. By `import`, which needs no element that Trusted Types guard, and passes on the
 * nonce of the tag. Says on the console why it cannot: a policy may forbid the file, and a script within the page has no folder.
 */
export const load = async (name: string): Promise<void> => {
  try {
    await import(new URL(name, source) as unknown as string);
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the author of the tag looks there
    console.warn(error);
  }
};
