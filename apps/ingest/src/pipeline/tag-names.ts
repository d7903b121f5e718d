import { noCampaign } from './page-url.ts';
import { clickIdNames } from './source/index.ts';

/** The parameters of a page's query that are read, lower-case: the tags of a campaign and the click ids of ads. */
export const tagNames: readonly string[] = [...Object.keys(noCampaign), ...clickIdNames];
