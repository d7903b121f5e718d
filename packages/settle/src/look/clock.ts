/** How the clock of a ClickHouse server compares. */
export interface Clock {
  /** How far it is ahead of that of this process, seconds; negative when it is behind. The time of the query is excluded. */
  aheadSeconds: number;
  /** How far the newest watermark is in its future, seconds; otherwise 0. A positive number means that the clock was once ahead. */
  watermarkAheadSeconds: number;
}

/** Milliseconds since 1970: of this process before and after its query; of the server. */
export function clockOf(times: {
  begun: number;
  now: number;
  ended: number;
  newest: number | undefined;
}): Clock {
  const { begun, now, ended, newest = now } = times;
  const ahead = now > ended ? now - ended : Math.min(0, now - begun);
  return { aheadSeconds: ahead / 1000, watermarkAheadSeconds: Math.max(0, newest - now) / 1000 };
}
