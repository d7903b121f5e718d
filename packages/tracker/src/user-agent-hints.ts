/** Asks the browser. It takes a few milliseconds, and the view is sent later. Ingest reads this spelling too. */
const ask: () => object = async () => {
  try {
    hints = await navigator.userAgentData.getHighEntropyValues(['platformVersion', 'model']);
  } catch {}
};

/**
 * What a Chromium browser says of its system and device, besides what its user agent still says. In other browsers, and until it is known,
 * whether there is a touch screen: an iPad that asks for desktop pages says that it is a Mac, and no Mac has one.
 */
export let hints: object = ask() && { touch: navigator.maxTouchPoints > 0 };

declare global {
  interface Navigator {
    /** Missing in other browsers, and without HTTPS. */
    userAgentData: { getHighEntropyValues(names: readonly string[]): Promise<object> };
  }
}
