import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { usePulse } from './pulse.ts';
import { ownZone } from './timezone.ts';
import { mayLeave } from './unsaved.ts';
import { readView, type View, viewText } from './view.ts';
import { leaveFirstView } from './view-heading.ts';
import type { WrongPart } from './wrong-part.ts';

export interface Viewing {
  view: View;
  /** The invalid parts of the address. */
  wrong: readonly WrongPart[];
  /** The zone of the site in the sites file, if it has one. */
  siteZone: string | undefined;
  /** The current time, milliseconds since 1970, updated periodically. */
  now: number;
  /** Opens another view; the browser's back button leads back. */
  change(parts: Partial<View>): void;
}

const current = () => readView(location.search, ownZone());

export function useAddress(): Viewing {
  const now = usePulse(60_000);
  const [{ view, wrong }, setRead] = useState(current);
  useEffect(() => {
    const follow = () => {
      leaveFirstView();
      const next = current();
      if (!isElsewhere(view, next.view) || mayLeave()) {
        keepFocus();
        setRead(next);
      } else history.pushState(null, '', viewText(view));
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [view]);
  return {
    view,
    wrong,
    siteZone: undefined,
    now,
    change(parts) {
      // Another question begins on its first page. The language was read when the page was opened.
      const explored = { ...view.explored, offset: 0 };
      const whole = { ...view, explored, ...parts, lang: view.lang };
      const next = { ...whole, timezone: whole.tz ?? ownZone() };
      // The same again would be another step back.
      if (viewText(next) === location.search || (isElsewhere(view, next) && !mayLeave())) return;
      keepFocus();
      history.pushState(null, '', viewText(next));
      leaveFirstView();
      setRead({ view: next, wrong: [] });
      if (next.page !== view.page || next.report !== view.report) scrollTo(0, 0);
    },
  };
}

/** When what has the focus is gone with the view before, or by an act, the heading takes it. */
export function keepFocus(act?: () => void): void {
  const { activeElement, body } = document;
  act?.();
  requestAnimationFrame(() => {
    if (activeElement !== body && document.activeElement === body)
      document.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true });
  });
}

const isElsewhere = (view: View, next: View) =>
  next.page !== view.page || next.report !== view.report || next.site !== view.site;

export const ViewContext = createContext<Viewing>({
  ...readView('', 'UTC'),
  siteZone: undefined,
  now: 0,
  change: () => {},
});

export const useView = () => useContext(ViewContext);
