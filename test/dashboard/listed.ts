import { sha256 } from '../api/service-files.ts';

/** The files of the dashboard that the test files share. */

/** A key of it, by its name. */
export const keyOf = (name: string) => `the key of ${name}`;

const sites = {
  blog: {
    goals: { Guided: 'page:/guide' },
    funnels: { 'Guided tour': ['page:/', 'page:/guide'] },
    segments: { 'Dutch readers': ['country:NL'], 'One site': ['site:blog'] },
  },
  busy: { name: 'The Busy Shop', group: 'shops' },
  calm: { group: 'shops' },
  noted: { name: 'Notebook' },
  zoned: { timezone: 'America/New_York' },
};

const keys = [
  { name: 'client', sites: ['blog'], rights: ['read'] },
  { name: 'analyst', sites: ['blog', 'shop'], rights: ['read', 'export'] },
  { name: 'asker', sites: ['asked'], rights: ['read', 'export'] },
  { name: 'home', sites: ['broken', '@shops'], rights: ['read'] },
  { name: 'pulse', sites: ['beating', 'resting'], rights: ['read'] },
];

const hashed = [
  ...keys.map((entry) => ({ ...entry, sha256: sha256(keyOf(entry.name)) })),
  { name: 'letters', sites: ['blog'], rights: ['read'], sha256: sha256(keyOf('ключ 🔑')) },
];

export const sitesText = JSON.stringify({ sites });
export const keysText = JSON.stringify({ keys: hashed });
