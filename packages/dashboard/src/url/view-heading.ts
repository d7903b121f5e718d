import { useEffect, useRef } from 'preact/hooks';

let isFirst = true;

/** Call it when the reader opens another view. */
export function leaveFirstView(): void {
  isFirst = false;
}

/**
 * The heading of a view. It takes the focus, so that readers who cannot see the page hear which view they came to. The view that the page
 * opened with does not: its heading may come late, when the reader has opened a menu, which the focus would close.
 * @param name of the view; each name is a view of its own
 */
export function useViewHeading(name = '') {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
  }, [name]);
  return heading;
}
