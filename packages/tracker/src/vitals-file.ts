import { options, source } from './options.ts';

/** By which the third file sends a ping with these fields, those of the open view added. */
export interface SendsVitals {
  send(fields: object): void;
}

/** Loads the third file, if the tag asks for it, in the way of the second one. */
export const loadVitals = (): void => {
  if ('vitals' in options) {
    // biome-ignore lint/suspicious/noConsole: a policy may forbid the file
    import(new URL('__VITALS_PATH__', source) as unknown as string).catch(console.warn);
  }
};
