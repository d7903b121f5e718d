/** The `data-` attributes of the script's tag. docs/tracker.md explains each; a test holds it against the types below. */
type Text = 'site' | 'endpoint' | 'domains' | 'exclude' | 'words';
type Switch = 'hash' | 'canonical' | 'cookieless' | 'dnt' | 'frames' | 'local';

let tag: HTMLScriptElement;

export function readOptionsOf(script: HTMLScriptElement): void {
  tag = script;
}

export function option(name: Text): string | undefined {
  return tag.dataset[name];
}

export function isOn(name: Switch): boolean {
  return tag.dataset[name] !== undefined;
}

/** Where pings go. Ingest replaces the word by the path to its own address, seen from the script's. */
export function endpoint(): string | URL {
  return option('endpoint') || new URL('__PING_PATH__', tag.src);
}
