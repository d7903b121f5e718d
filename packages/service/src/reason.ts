/** The message of what was thrown; for a host with several addresses, that of the first one. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The message of the root cause: from a broker, Node's TLS, or the operating system. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? reasonOf(error.cause) : messageOf(error);
