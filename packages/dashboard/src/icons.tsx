/** Lines on a 16 by 16 grid. */
const paths = {
  sun: 'M8 4.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.1 1.1M11.9 11.9 13 13M3 13l1.1-1.1M11.9 4.1 13 3',
  moon: 'M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z',
  contrast: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm0 0v12M10 3v10M12 4.6v6.8',
  leave: 'M6 2.5H3v11h3M10.5 11 13.5 8l-3-3M13 8H6.5',
  download: 'M8 2.5v7.6M4.8 7 8 10.2 11.2 7M3 13.2h10',
  open: 'M6 3.5 10.5 8 6 12.5',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  up: 'M3.5 10 8 5.5l4.5 4.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4ZM10.2 10.2l3.3 3.3',
  goal: 'M4 14V2.5h8L10.2 5.2 12 8H4',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.01M2.5 8h.01M2.5 12h.01',
  desktop: 'M2.5 3.5h11v7h-11ZM6 13h4M8 10.5V13',
  mobile: 'M5 2h6v12H5ZM7.5 11.8h1',
  tablet: 'M3.5 2h9v12h-9ZM7.3 11.8h1.4',
  copy: 'M5.5 5.5V2.8h7.7v7.7h-2.7M2.8 5.5h7.7v7.7H2.8Z',
  note: 'M3 2.5h10v7.2L9.7 13.5H3ZM9.5 13.3V10h3.3M8 4.6v4M6 6.6h4',
  table: 'M2.5 3.5h11v9h-11ZM2.5 6.5h11M2.5 9.5h11M6.5 6.5v6',
  share: 'M8 9.5V2.2M5.2 4.8 8 2l2.8 2.8M5 7H3v6.8h10V7h-2',
  gear: 'M2 5h12M2 11h12M5.5 3v4M10.5 9v4',
  more: 'M2.9 7.6h.6v.8h-.6zM7.7 7.6h.6v.8h-.6zM12.5 7.6h.6v.8h-.6z',
  about: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.4v3.4M8 5h.01',
  keys: 'M1.8 4h12.4v8H1.8ZM4.5 6.6h.01M8 6.6h.01M11.5 6.6h.01M5 9.6h6',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  chart: 'M2.5 12.5 6 7.5l3 2.6 4.5-6.6',
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg class="drawn" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

interface ButtonProperties {
  icon: keyof typeof paths;
  words: string;
  /** Other words than those for screen readers. */
  title?: string;
  disabled?: boolean;
  'aria-pressed'?: boolean;
  onClick: () => void;
}

/** A button that is only an icon. */
export function IconButton({ icon, words, ...rest }: ButtonProperties) {
  return (
    <button type="button" class="quiet icon" aria-label={words} title={words} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
