/** What a Chromium browser says of its system and device, besides what its user agent still says; undefined until it is known. */
export let hints: object | undefined;

// It takes a few milliseconds, and the view is sent later. Ingest reads this spelling too.
void (async () => {
  try {
    hints = await navigator.userAgentData.getHighEntropyValues(['platformVersion', 'model']);
  } catch {}
})();

declare global {
  interface Navigator {
    /** Missing in other browsers, and without HTTPS. */
    userAgentData: { getHighEntropyValues(names: readonly string[]): Promise<object> };
  }
}
