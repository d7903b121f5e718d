import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/ask.ts';
import { sites } from '../api/reports.ts';
import { Mark } from '../mark.tsx';
import { ThemeSwitch } from '../theme/switch.tsx';
import { useTitle } from '../url/title.ts';
import { LanguageChoice } from '../words/language-choice.tsx';
import { Phrase } from '../words/phrase.tsx';
import { Refused } from '../words/reason.tsx';
import { messages } from '../words/words.ts';
import { keepKey } from './key.ts';

interface Properties {
  why: string | undefined;
  onSignIn: (key: string) => void;
}

export function SignIn({ why, onSignIn }: Properties) {
  useTitle(messages.signIn.title);
  const [problem, setProblem] = useState(why);
  const [busy, setBusy] = useState(false);
  useEffect(() => setProblem(why), [why]);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement) || busy) return;
    const form = new FormData(event.target);
    const key = String(form.get('key') ?? '').trim();
    setBusy(true);
    setProblem(undefined);
    const answered = await ask(sites, 'limit=1', key);
    setBusy(false);
    if (answered.kind === 'unauthorized') return setProblem(messages.problems.wrongKey);
    if (answered.kind === 'problem') return setProblem(answered.words);
    keepKey(key, form.has('device'));
    onSignIn(key);
  }

  return (
    <main class="sign-in">
      <form onSubmit={submit} class="card">
        <h1>
          <Mark /> Tallyhouse
        </h1>
        {/* Password managers use it to find their entry. */}
        <input hidden readOnly name="username" autoComplete="username" value="tallyhouse" />
        <label>
          {messages.signIn.key}
          <input
            name="key"
            type="password"
            autoComplete="current-password"
            required
            aria-describedby="key-help"
            aria-invalid={problem === messages.problems.wrongKey}
          />
        </label>
        <p id="key-help" class="faint">
          {messages.signIn.lostLink}
        </p>
        <details class="faint">
          <summary>{messages.signIn.whereIsKey}</summary>
          <p>
            <Phrase text={messages.signIn.keyPlace} />
          </p>
        </details>
        <label class="check">
          <input name="device" type="checkbox" /> {messages.signIn.stay}
        </label>
        <Refused text={problem} />
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? messages.signIn.signingIn : messages.signIn.signIn}
        </button>
      </form>
      <ThemeSwitch />
      <LanguageChoice />
    </main>
  );
}
