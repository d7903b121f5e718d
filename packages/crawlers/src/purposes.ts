export const purposes = [
  'training',
  'answers',
  'agent',
  'search',
  'preview',
  'monitor',
  'seo',
  'other',
] as const;
export type Purpose = (typeof purposes)[number];
