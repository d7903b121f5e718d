/**
 * Watches how far the page is scrolled. @returns a function that says the deepest point seen, in percent of the
 * page's height as it is then; 100 when the page fits into the window
 */
export function deepestScroll(): () => number {
  let deepest = 0;

  function update(): void {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    const seen = scrollHeight === 0 ? 0 : ((scrollTop + clientHeight) / scrollHeight) * 100;
    deepest = Math.max(deepest, Math.min(100, Math.round(seen)));
  }

  addEventListener('scroll', update, { passive: true });
  return () => {
    update();
    return deepest;
  };
}
