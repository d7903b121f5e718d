/**
 * The Navigation API; undefined where it has no entries: in an older browser, in a page without an origin, and where the page has
 * given its name to something else.
 */
// biome-ignore lint/complexity/useOptionalChain: it is longer in ES2018
export const entries = self.navigation && self.navigation.currentEntry && self.navigation;
