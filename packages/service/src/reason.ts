/** The error of the work in a block, when closing what it opened by `await using` has failed as well. */
export const errorOfWork = (error: unknown): unknown =>
  error instanceof Error && 'suppressed' in error ? errorOfWork(error.suppressed) : error;

/** The message of what was thrown; for a host with several addresses, that of the first one. */
export function messageOf(thrown: unknown): string {
  const error = errorOfWork(thrown);
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The message of the root cause: from a broker, Node's TLS, or the operating system. */
export function reasonOf(thrown: unknown): string {
  const error = errorOfWork(thrown);
  return error instanceof Error && error.cause instanceof Error ? reasonOf(error.cause) : messageOf(error);
}
