/** Kafka's own name for the error (`UNKNOWN_TOPIC_OR_PARTITION`), which kafkajs buries under its retries. */
export function errorType(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('type' in at && typeof at.type === 'string') return at.type;
  }
  return undefined;
}

/** The message of the root cause: from a broker, Node's TLS, or the operating system. */
export function reasonOf(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  return last instanceof Error ? last.message : String(last);
}
