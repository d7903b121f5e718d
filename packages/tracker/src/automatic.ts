import { innermost, type Path } from './innermost.ts';
import { send } from './marked.ts';
import { root } from './of-document.ts';
import type { Options } from './options.ts';
import { isOwnDomain } from './own-domain.ts';

const { getAttribute } = Element.prototype;

const file =
  /\.(pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|epub|zip|rar|7z|gz|tgz|dmg|pkg|exe|msi|apk|iso|mp[34]|m4a|mov|avi|wav)$/i;

/** Sends `Not found` if it is wanted and true. @returns a function that sends the other events of `data-auto` */
export function automatic({ auto = '', domains = '' }: Options) {
  const isAsked = (kind: string) => auto.includes(kind);

  if (isAsked('not-found') && root.querySelector('meta[name=tallyhouse-status][content="404"]')) {
    send('Not found', { path: location.pathname });
  }

  return (isSubmit: boolean, path: Path): void => {
    let link = innermost(path, 'a[*|href],area[href]') as HTMLAnchorElement | SVGAElement | undefined;
    // In SVG a link's address is an object, and has no parts.
    if (link instanceof SVGElement)
      link = Object.assign(document.createElement('a'), { href: link.href.baseVal });
    if (isSubmit) {
      if (isAsked('forms')) {
        const form = path[0] as Element;
        send('Form', { id: getAttribute.call(form, 'id') || getAttribute.call(form, 'name') });
      }
    } else if (link?.pathname) {
      const { pathname, host } = link;
      const isWeb = /^http/.test(link.protocol);
      const isOwn = host === location.host;
      // Without the query, which may contain private data.
      const url = link.origin + pathname;
      if (isAsked('downloads') && (link.hasAttribute('download') || (isWeb && file.test(pathname)))) {
        send('Download', { file: !isWeb ? link.download : isOwn ? pathname : url });
      } else if (isAsked('outbound') && isWeb && !isOwn && !isOwnDomain(domains, link.hostname)) {
        send('Outbound link', { url });
      }
    }
  };
}
