let deepest = 0;

/** The deepest point seen, in percent of the height that the page had at the last look; 100 when it fits. */
export let scrollDepth = 0;

/** Looks how far down the page is seen. Pixels are kept, not percent: the page may grow. @param goesOn false: begins anew */
export function lookAtScroll(goesOn: unknown): void {
  deepest = Math.max(goesOn ? deepest : 0, scrollY + innerHeight);
  scrollDepth = Math.min(100, Math.round((deepest / document.documentElement.scrollHeight) * 100));
}
