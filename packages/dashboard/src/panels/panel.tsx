import type { ComponentChildren } from 'preact';
import { saveText } from '../api/download.ts';
import type { Loaded } from '../api/use-report.ts';
import { AreaContext } from '../definitions/empty.tsx';
import { Icon } from '../icons.tsx';
import type { Period } from '../period/period.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { csvName } from './csv-name.ts';
import { Problem } from './problem.tsx';

interface Properties {
  title: string;
  area?: string;
  /** Controls next to the title. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

export function Panel({ title, area = '', tools, children }: Properties) {
  return (
    <section class={`card panel ${area}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span class="spring" />
        {tools}
      </header>
      <AreaContext.Provider value={area}>{children}</AreaContext.Provider>
    </section>
  );
}

/** Instead of a panel that is there only with data: why its report failed, if it did. */
export function FailedPanel({ loaded, ...panel }: { title: string; area?: string; loaded: Loaded<unknown> }) {
  if (loaded.problem === undefined) return null;
  return (
    <Panel {...panel}>
      <Problem class="body failed" {...loaded} />
    </Panel>
  );
}

interface BodyProperties<Data> {
  loaded: Loaded<Data>;
  /** Height reserved until the first response arrives. */
  rows: number;
  children: (data: Data) => ComponentChildren;
}

/** A report's content, or space for it while it loads, or its error. */
export function Body<Data>({ loaded, rows, children }: BodyProperties<Data>) {
  const { answer, problem, loading, retry } = loaded;
  if (problem !== undefined) return <Problem class="body failed" problem={problem} retry={retry} />;
  if (answer === undefined) return <Skeleton rows={rows} />;
  return (
    <div class="body" aria-busy={loading}>
      {children(answer.data)}
    </div>
  );
}

function Skeleton({ rows }: { rows: number }) {
  return (
    <div class="body" role="status" aria-label={messages.general.loading}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} class="skeleton" />
      ))}
    </div>
  );
}

interface CsvProperties<Data> {
  /** The content of the panel, as part of a sentence: in lower case, except proper names. */
  name: string;
  /** The period, if it is not the view's. */
  period?: Period;
  /** The report; while it loads, its rows are not those of the view, whose days are in the name of the file. */
  loaded: Loaded<Data>;
  /** Created only when it is downloaded. */
  text: (data: Data) => string;
  /** Without children, the button is an icon. */
  children?: ComponentChildren;
}

export function CsvButton<Data>({ name, period, loaded, text, children }: CsvProperties<Data>) {
  const { view, now } = useView();
  const answer = loaded.loading ? undefined : loaded.answer;
  const save = () =>
    answer && saveText(csvName({ ...view, ...(period && { period }) }, now, name), text(answer.data));
  return (
    <button
      type="button"
      class={children === undefined ? 'quiet icon' : 'quiet'}
      disabled={answer === undefined}
      onClick={save}
      aria-label={messages.general.downloadAs(name)}
      title={messages.general.downloadAs(name)}
    >
      <Icon name="download" /> {children}
    </button>
  );
}
