const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
type EndingSignal = keyof typeof exitCodes;

/** How a command is told to end early. */
export interface Ending {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** 130 after Ctrl-C, 143 after SIGTERM, undefined without a signal. */
  exitCode(): number | undefined;
}

/**
 * Lets Ctrl-C and SIGTERM end the command of this process early, instead of the process at once.
 * @param withinMs the process ends so long after the signal, even when the command is not ready
 */
export function endOnSignals(withinMs: number): Ending {
  const ending = new AbortController();
  let endedBy: EndingSignal | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal changes nothing: npm passes on a signal that the whole process group got already.
      if (endedBy !== undefined) return;
      endedBy = signal;
      ending.abort(new Error('Ended early.'));
      setTimeout(() => process.exit(exitCodes[signal]), withinMs).unref();
    });
  }
  return {
    signal: ending.signal,
    exitCode: () => (endedBy === undefined ? undefined : exitCodes[endedBy]),
  };
}
