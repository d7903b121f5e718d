import './styles/main.css';

/** Loads the page after the first paint, because its own takes longer than that of the top in the HTML. A hidden page has no paint. */
const painted = document.hidden
  ? Promise.resolve()
  : new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
void painted.then(() => import('./page.tsx'));
