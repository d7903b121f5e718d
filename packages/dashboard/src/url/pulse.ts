import { useEffect, useState } from 'preact/hooks';

/**
 * The current time, updated periodically while the page is visible, and at once when it reappears after a while, or the clock is set back.
 * @param everyMs milliseconds
 * @returns milliseconds since 1970
 */
export function usePulse(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const beat = () => {
      if (document.visibilityState !== 'visible') return;
      setNow((before) => (Math.abs(Date.now() - before) < everyMs ? before : Date.now()));
    };
    const timer = setInterval(beat, everyMs / 4);
    document.addEventListener('visibilitychange', beat);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
    };
  }, [everyMs]);
  return now;
}
