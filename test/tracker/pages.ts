import { pageClock } from './page-clock.ts';

/** The router of the single-page app: a link replaces what follows #app, and then sets the title. */
const router = `
  function show() {
    document.querySelector('#app').textContent = 'This is ' + location.pathname;
    scrollTo(0, 0);
    setTimeout(() => { document.title = 'App ' + location.pathname; }, 50);
  }
  function go(path, how = 'pushState') {
    history[how](null, '', path);
    show();
  }
  addEventListener('popstate', show);
  show();
`;

/** A page of 30 words: an article of 20, and others outside of it. @param height of the page in pixels, if not that of the window */
export function page(head: string, path: string, height: number | undefined): string {
  return html(
    `<script>${pageClock}</script>${head}`,
    `Page ${path}`,
    `<nav>${words(10)}</nav><article>${words(20)}<script>"one two three"</script></article>
     <a id="second" href="/second">Second</a><a id="tab" href="/second" target="_blank">Tab</a>
     ${height ? `<style>body { margin: 0; height: ${height}px }</style>` : ''}`,
  );
}

/** A page without the clock: for a strict policy. */
export function quietPage(head: string): string {
  return html(head, 'Quiet', '<p>Nothing is written in here.</p>');
}

/** Every path of a single-page app. */
export function app(head: string): string {
  return html(
    `<script>${pageClock}</script>${head}`,
    'App',
    `<main id="app" style="height: 4000px"></main><script>${router}</script>`,
  );
}

export function html(head: string, title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

function words(count: number): string {
  return Array.from({ length: count }, (_, place) => `word${place}`).join(' ');
}
