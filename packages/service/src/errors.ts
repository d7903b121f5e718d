/** The closed list of error codes (docs/api.md), each with its HTTP status. */
const statuses = {
  invalid_parameter: 400,
  unknown_parameter: 400,
  invalid_body: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  timeout: 504,
} as const;

export type ErrorCode = keyof typeof statuses;

/** All error codes, for API descriptions. */
export const errorCodes: readonly string[] = Object.keys(statuses);

/** An error for the caller: thrown by handlers, turned into JSON by `errorHandler`. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly parameter: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly current: unknown;

  /**
   * @param message shown to the caller: never SQL, a stack or another's data
   * @param about the invalid parameter, headers to send (`Retry-After`, `Allow`, ...), and with `conflict` the current state
   */
  constructor(
    code: ErrorCode,
    message: string,
    about: { parameter?: string; headers?: Record<string, string>; current?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: about.cause });
    this.code = code;
    this.status = statuses[code];
    this.parameter = about.parameter;
    this.headers = about.headers ?? {};
    this.current = about.current;
  }

  /** The body: `{"error": {"code", "message", "parameter"?, "current"?}}`. */
  body() {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.parameter === undefined ? {} : { parameter: this.parameter }),
        ...(this.current === undefined ? {} : { current: this.current }),
      },
    };
  }
}

/** The 400 for a parameter. @param message names it first */
export const invalidParameter = (parameter: string, message: string): HttpError =>
  new HttpError('invalid_parameter', message, { parameter });
