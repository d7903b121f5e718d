import { IconButton } from '../icons.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';

export function OpenPage({ path }: { path: string }) {
  const { change } = useView();
  return (
    <IconButton
      icon="open"
      words={messages.panels.open(path)}
      title={messages.panels.howRead}
      onClick={() => change({ page: path, detail: undefined })}
    />
  );
}
