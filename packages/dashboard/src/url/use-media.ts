import { useEffect, useState } from 'preact/hooks';

/** The width of a phone, as in the styles. */
export const onPhone = '(max-width: 560px)';

/** Whether a media query matches, such as the window's width. */
export function useMedia(condition: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(condition).matches);
  useEffect(() => {
    const media = matchMedia(condition);
    const follow = () => setHolds(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [condition]);
  return holds;
}
