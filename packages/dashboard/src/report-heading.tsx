import { useEffect, useRef } from 'preact/hooks';

/** The heading of a report with a page of its own. It gets the focus, because the page is a new view. */
export function ReportHeading({ name, about }: { name: string; about: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      <p class="faint">{about}</p>
    </header>
  );
}
