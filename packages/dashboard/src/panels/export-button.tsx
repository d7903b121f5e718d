import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { saveExport } from '../api/download.ts';
import { useHolder } from '../api/holder.ts';
import { useSession } from '../api/session.ts';
import { Icon } from '../icons.tsx';
import { resolve } from '../period/period.ts';
import { type Extra, questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { Refused } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { csvName } from './csv-name.ts';

type What = 'pages' | 'pageviews' | 'sessions' | 'events' | 'crawls' | 'rows';
/** Its name in the dashboard and in file names. */
const nameOf = (what: What) => messages.general.exported[what];

interface Properties {
  what: What;
  /** A report other than an export, with its further parameters. */
  path?: string;
  extra?: Extra;
  /** Without children, the button is an icon. */
  children?: ComponentChildren;
}

/** Downloads an export of the view. Keys that may not export have no such button. */
export function ExportButton({ what, path = `/export/${what}`, extra, children }: Properties) {
  const { key } = useSession();
  const holder = useHolder();
  const { view, now } = useView();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function download() {
    if (busy) return;
    setBusy(true);
    const { asked } = resolve(view.period, view.timezone, now);
    const name = csvName(view, now, nameOf(what));
    setProblem(await saveExport(name, path, questionOf(view, asked, extra), key));
    setBusy(false);
  }

  if (holder && !holder.rights.includes('export')) return null;
  return (
    <>
      <button
        type="button"
        class={children === undefined ? 'quiet icon' : 'quiet'}
        disabled={holder === undefined}
        onClick={download}
        aria-busy={busy}
        aria-label={children === undefined ? messages.general.downloadAll(nameOf(what)) : undefined}
        title={messages.general.downloadAll(nameOf(what))}
      >
        <Icon name="download" /> {children}
      </button>
      <Refused text={problem} />
    </>
  );
}
