/**
 * Every site may send pings and read the responses, errors too: a ping is no secret, and no response contains personal data. Without
 * credentials, hence `*`.
 */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
} as const;

/** The response to a preflight, cached by the browser for a day (Chromium caps it at two hours). */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Content-Type, Content-Encoding, Authorization',
  'Access-Control-Max-Age': '86400',
} as const;

/** Lets pages embed the resource, even pages that isolate themselves from other origins. */
export const embeddableHeaders = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
