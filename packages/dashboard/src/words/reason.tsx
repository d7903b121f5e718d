import { messages } from './words.ts';

/** Why something did not work. In the words of the API it is English, in any language of the page. */
export function Reason({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span lang={isOwn(text) ? undefined : 'en'}>{text}</span>;
}

/** The same, announced; nothing while there is none. */
export function Refused({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span role="alert" class="problem">
      <Reason text={text} />
    </span>
  );
}

function isOwn(text: string): boolean {
  const { status, ...own } = messages.problems;
  const [number = ''] = /\d+/.exec(text) ?? [];
  return text === status(number) || Object.values(own).includes(text);
}
