import { access } from 'node:fs/promises';
import { writeWhole } from '@tallyhouse/service';
import { stringify } from 'yaml';
import settings from './settings.json';

/** The entries of the demo's sites in the sites file. */
const demoSettings = { sites: settings };

/** Names the demo's sites in a sites file, and gives them goals, funnels and segments. A file that exists stays as it is. */
export async function writeDemoSettings(path: string): Promise<void> {
  const text = `# The sites of the demo. Change what you like: no start writes it again.\n${stringify(demoSettings)}`;
  const isMissing = () =>
    access(path).then(
      () => false,
      () => true,
    );
  if (await isMissing()) await writeWhole(path, text, isMissing);
}
