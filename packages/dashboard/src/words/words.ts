import { en, type Words } from './en/en.ts';

/** The texts in the language of the page. It is chosen before the first paint, so texts are read when something is drawn. */
export const messages: Words = en;
