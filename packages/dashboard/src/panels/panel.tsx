import type { ComponentChildren } from 'preact';
import { saveText } from '../api/download.ts';
import type { Loaded } from '../api/use-report.ts';
import { Icon } from '../icons.tsx';

interface Properties {
  title: string;
  /** For the grid. */
  area?: string;
  /** Buttons and the like beside the title. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A titled part of the dashboard. */
export function Panel({ title, area = '', tools, children }: Properties) {
  return (
    <section class={`card panel ${area}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span class="spring" />
        {tools}
      </header>
      {children}
    </section>
  );
}

interface BodyProperties<Data> {
  loaded: Loaded<Data>;
  /** Height that is kept free while the first answer is on its way. */
  rows: number;
  children: (data: Data) => ComponentChildren;
}

/** What a report says; before it has come its room, and in place of it what went wrong. */
export function Body<Data>({ loaded, rows, children }: BodyProperties<Data>) {
  const { answer, problem, loading, retry } = loaded;
  if (problem !== undefined) {
    return (
      <div class="body failed" role="alert">
        <p>{problem}</p>
        <button type="button" onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
  if (answer === undefined) return <Skeleton rows={rows} />;
  return (
    <div class="body" aria-busy={loading}>
      {children(answer.data)}
    </div>
  );
}

function Skeleton({ rows }: { rows: number }) {
  return (
    <div class="body" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton" />
      ))}
    </div>
  );
}

/** Saves what a panel shows. @param text made only when it is asked for */
export function CsvButton({ name, text }: { name: string; text: (() => string) | undefined }) {
  return (
    <button
      type="button"
      class="quiet icon"
      disabled={text === undefined}
      onClick={() => text && saveText(`${name}.csv`, text())}
      aria-label={`Download ${name} as CSV`}
      title="Download CSV"
    >
      <Icon name="download" />
    </button>
  );
}
