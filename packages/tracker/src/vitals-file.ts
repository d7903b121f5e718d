import { load } from './load.ts';
import { options } from './options.ts';

/** Sends a ping of the third file with these fields and those of the open view, as long as that is the view of the page load. */
export interface SendsVitals {
  send?: 0 | ((fields: object) => void);
}

/** Loads the third file, if the tag asks for it, like the second one. */
export const loadVitals = (): void => {
  if ('vitals' in options) void load('__VITALS_PATH__');
};
