import { useViewHeading } from './url/view-heading.ts';

/** The heading of a report with a page of its own. */
export function ReportHeading({ name, about }: { name: string; about: string }) {
  const heading = useViewHeading();
  return (
    <header>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      <p class="faint">{about}</p>
    </header>
  );
}
