import { Icon } from '../icons.tsx';
import { useView } from '../url/use-view.ts';

/** Opens the view of a page. */
export function OpenPage({ path }: { path: string }) {
  const { change } = useView();
  return (
    <button
      type="button"
      class="quiet icon"
      aria-label={`Open ${path}`}
      title="How this page is read"
      onClick={() => change({ page: path, detail: undefined })}
    >
      <Icon name="open" />
    </button>
  );
}
