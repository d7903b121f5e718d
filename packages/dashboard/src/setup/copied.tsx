import { useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { messages } from '../words/words.ts';

export function Copied({ text }: { text: string }) {
  const [copied, setCopied] = useState<string>();
  const copy = async () => {
    // Only secure origins may write to the clipboard; elsewhere the text can be selected.
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(text),
      () => {},
    );
  };
  return (
    <div class="code">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="quiet" onClick={copy}>
        <Icon name="copy" />{' '}
        <span role="status">{copied === text ? messages.general.copied : messages.general.copy}</span>
      </button>
    </div>
  );
}
