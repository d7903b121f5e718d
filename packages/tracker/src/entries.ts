/**
 * The Navigation API; undefined where it has no entries: in an older browser, in a page without an origin, and where the page uses its name
 * for something else.
 */
export const entries = self.navigation && navigation.currentEntry && navigation;
