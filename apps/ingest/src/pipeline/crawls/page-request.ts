import { isAsset } from './asset.ts';

/** Why a request in a log is not a request of a page. */
export type NoPage = 'method' | 'unanswered' | 'redirect' | 'asset';

/** Markdown too: assistants ask for it, and servers then answer with a page's text. */
const pageTypes = /^(?:text\/(?:html|markdown)|application\/xhtml\+xml)\b/i;
/** An error says it in a text, whatever was asked for; only programs get other types. */
const messageTypes = /^(?:text\/(?:html|markdown|plain)|application\/xhtml\+xml)\b/i;

/** The host of a request: that of its target where it is an absolute URL. One without a host has `?`, which is none: a parser takes `x` of `http:///x`. */
export function hostAsked(target: string, named: string): string {
  const absolute = /^https?:\/\/([^/\\?#]*)/i.exec(target);
  return absolute ? absolute[1] || '?' : named;
}

/**
 * Whether a request asked for a page, and was not redirected. The content type decides when it is known, otherwise the extension of the
 * path. An error has to pass both.
 * @param request.target path and query, or an absolute URL; `contentType` is `''` when it is unknown
 */
export function whyNoPage(request: {
  method: string;
  status: number;
  target: string;
  contentType: string;
}): NoPage | undefined {
  const { method, status, target, contentType } = request;
  if (method !== 'GET' && method !== 'HEAD') return 'method';
  // nginx and CloudFront write 000 when the client left before there was an answer.
  if (status === 0) return 'unanswered';
  if (status >= 300 && status < 400 && status !== 304) return 'redirect';
  const isError = status >= 400;
  if (contentType !== '' && !(isError ? messageTypes : pageTypes).test(contentType)) return 'asset';
  return (contentType === '' || isError) && isAsset(target) ? 'asset' : undefined;
}
