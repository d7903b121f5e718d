const hues = 8;

/** The first letter of a name on a colour derived from it, to find it again in a list. */
export function Monogram({ name }: { name: string }) {
  const [letter = ''] = name.replace(/^www\./, '').toUpperCase();
  const sum = [...name].reduce((total, one) => (31 * total + (one.codePointAt(0) ?? 0)) % 9973, 7);
  const style = { background: `var(--mark-${sum % hues})` };
  return <span class="monogram" style={style} data-letter={letter} aria-hidden="true" />;
}
