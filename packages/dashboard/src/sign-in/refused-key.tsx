interface Properties {
  why: string;
  onClose: () => void;
}

/** Tells a reader who is signed in that the other key in the address was refused. */
export function RefusedKey({ why, onClose }: Properties) {
  return (
    <aside class="card notice" aria-label="Key in the address">
      <p role="status">
        <strong class="problem">{why}</strong> The key in the address was not accepted. You stay signed in
        with the one before.
      </p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </aside>
  );
}
