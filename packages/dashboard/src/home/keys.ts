/**
 * Moves the focus with the arrow keys between the search, the links of the rows and the headings of groups. Enter in the search opens the first row.
 * @param page holds the rows
 */
export function moveFocus(event: KeyboardEvent, search: HTMLElement | null, page: HTMLElement | null): void {
  const links = [...(page?.querySelectorAll<HTMLElement>('.sites tbody th :is(a, button)') ?? [])];
  const at = links.findIndex((link) => link.matches(':focus'));
  const searching = search !== null && document.activeElement === search;
  if (at < 0 && !searching) return;
  if (event.key === 'Enter' && searching) links.find((link) => link.matches('a'))?.click();
  else if (event.key === 'ArrowDown') links[at + 1]?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? search)?.focus();
  else if (event.key === 'Home' && !searching) links[0]?.focus();
  else if (event.key === 'End' && !searching) links.at(-1)?.focus();
  else return;
  event.preventDefault();
}
