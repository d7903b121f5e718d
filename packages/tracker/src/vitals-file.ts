import { options, source } from './options.ts';

/** Sends a ping of the third file with these fields and those of the open view. */
export interface SendsVitals {
  send(fields: object): void;
}

/** Loads the third file, if the tag asks for it, like the second one. */
export const loadVitals = (): void => {
  if ('vitals' in options) {
    // biome-ignore lint/suspicious/noConsole: a policy may forbid the file
    import(new URL('__VITALS_PATH__', source) as unknown as string).catch(console.warn);
  }
};
