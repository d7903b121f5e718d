/** Kafka's own name for the error (`UNKNOWN_TOPIC_OR_PARTITION`), which kafkajs buries under its retries. */
export function errorType(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('type' in at && typeof at.type === 'string') return at.type;
  }
  return undefined;
}
