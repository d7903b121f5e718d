import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/ask.ts';
import { sites } from '../api/reports.ts';
import { Mark } from '../mark.tsx';
import { ThemeSwitch } from '../theme/switch.tsx';
import { useTitle } from '../url/title.ts';
import { keepKey } from './key.ts';

interface Properties {
  /** Why the reader has to sign in again, if there is a reason. */
  why: string | undefined;
  onSignIn: (key: string) => void;
}

export const wrongKey = 'Wrong key.';

export function SignIn({ why, onSignIn }: Properties) {
  useTitle('Sign in to Tallyhouse');
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
    if (answered.kind === 'unauthorized') return setProblem(wrongKey);
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
          Key
          <input
            name="key"
            type="password"
            autoComplete="current-password"
            required
            aria-describedby="key-help"
            aria-invalid={problem === wrongKey}
          />
        </label>
        <p id="key-help" class="faint">
          Did a link of yours stop working? Ask whoever sent it for a new one.
        </p>
        <details class="faint">
          <summary>It is my installation: where is the key?</summary>
          <p>
            It is the <code>API_KEY</code> or <code>ADMIN_PASSWORD</code> that the service was started with.
            With neither, <code>npm start</code> made one: it is in the file <code>secrets.json</code> of the
            folder <code>DATA_DIR</code> (<code>./data</code> by default), as <code>api_key</code>. In a
            terminal it is printed too.
          </p>
        </details>
        <label class="check">
          <input name="device" type="checkbox" /> Stay signed in on this device
        </label>
        <p role="alert" class="problem">
          {problem}
        </p>
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      <ThemeSwitch />
    </main>
  );
}
