/** Says that a file is managed elsewhere. @param why the words of the service, which name the file or the setting */
export function ReadOnly({ why }: { why: string | undefined }) {
  if (why === undefined) return null;
  return (
    <p class="card panel" role="status">
      <strong>This can be read here, not changed.</strong> {why} Whoever keeps that file changes it there.
    </p>
  );
}
