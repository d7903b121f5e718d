import type { Dimension } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { Flag } from '../flag.tsx';
import { Icon } from '../icons.tsx';
import { Monogram } from '../monogram.tsx';

/** A flag, a letter or a symbol in front of some values. */
export function ValueMark({ dimension, value }: { dimension: Dimension; value: string }) {
  switch (dimension) {
    case 'country':
      return <Flag code={value} />;
    case 'device_type':
      return <Icon name={value === 'mobile' || value === 'tablet' ? value : 'desktop'} />;
    case 'source':
    case 'browser':
    case 'os':
      return <Monogram name={valueName(dimension, value)} />;
    default:
      return null;
  }
}
