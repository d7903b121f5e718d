import { existsSync } from 'node:fs';
import { writeWhole } from '@tallyhouse/service';
import { stringify } from 'yaml';
import settings from './settings.json';

/** The entries of the demo's sites in the sites file. */
const demoSettings = { sites: settings };

/** Nothing is sent without SMTP_URL: what fired is in the list of the dashboard, with a hint. */
const demoAlerts = {
  alerts: {
    'First order of the day': {
      sites: ['shop'],
      when: 'goal',
      goal: 'name:Order',
      to: ['mailto:kitchen@example.org'],
    },
    'Half of the visitors are gone': {
      sites: ['@kitchen'],
      when: 'change',
      threshold: -50,
      to: ['mailto:kitchen@example.org'],
    },
  },
};

/** Names the demo's sites in a sites file, and gives them goals, funnels and segments. A file that exists stays as it is. */
export const writeDemoSettings = (path: string): Promise<void> => writeOnce(path, 'The sites', demoSettings);

/** Writes the rules of the demo's alerts. A file that exists stays as it is. */
export const writeDemoAlerts = (path: string): Promise<void> => writeOnce(path, 'The alerts', demoAlerts);

/** Writes a keys file with the key of a shared link, which reads one site of the demo. A file that exists stays as it is. */
export const writeDemoKeys = (path: string, sha256: string): Promise<void> =>
  writeOnce(path, 'The keys', {
    keys: [{ name: 'Guest of the demo', sites: ['blog'], rights: ['read'], sha256 }],
  });

async function writeOnce(path: string, what: string, content: object): Promise<void> {
  const text = `# ${what} of the demo. Change what you like: no start writes it again.\n${stringify(content)}`;
  const isMissing = async () => !existsSync(path);
  if (await isMissing()) await writeWhole(path, text, isMissing);
}
