import { isAsset } from './asset.ts';

/** Why a request in a log is not a request of a page. */
export type NoPage = 'method' | 'redirect' | 'asset';

const pageTypes = /^(?:text\/html|application\/xhtml\+xml)\b/i;

/**
 * Whether a request asked for a page, and was not redirected. The content type decides when it is known, otherwise the extension of the
 * path.
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
  if (status >= 300 && status < 400 && status !== 304) return 'redirect';
  return (contentType === '' ? isAsset(target) : !pageTypes.test(contentType)) ? 'asset' : undefined;
}
