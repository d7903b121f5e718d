/** A piece of HTML. Only `html` creates one from text, and escapes it. */
export class Html {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

type Part = string | number | Html | readonly Html[];

/** HTML whose inserted texts are escaped. */
export function html(template: TemplateStringsArray, ...parts: Part[]): Html {
  const inserted = parts.map(sourceOf);
  return new Html(template.map((text, index) => text + (inserted[index] ?? '')).join(''));
}

function sourceOf(part: Part): string {
  if (part instanceof Html) return part.source;
  if (typeof part === 'object') return part.map(sourceOf).join('');
  return escapeHtml(String(part));
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
