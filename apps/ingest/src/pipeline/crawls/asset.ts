import { parse } from 'tldts';
import assets from './assets.json' with { type: 'json' };

const assetEndings: ReadonlySet<string> = new Set(assets);

/** Whether the path of a target has the extension of a file that belongs to pages, or is downloaded. */
export function isAsset(target: string): boolean {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (path.startsWith('/.well-known/')) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot !== -1 && assetEndings.has(name.slice(dot + 1).toLowerCase()) && !isHostName(name);
}

/**
 * Whether a name such as `uol.com.br` is a host, not a compressed file: it ends in a suffix of several labels under which a registry sells
 * names. A suffix of a single label proves nothing: `anna.mov` may be either.
 */
function isHostName(name: string): boolean {
  if (name.indexOf('.') === name.lastIndexOf('.')) return false;
  const { domain, isIcann, publicSuffix } = parse(name);
  return domain !== null && isIcann === true && publicSuffix?.includes('.') === true;
}
