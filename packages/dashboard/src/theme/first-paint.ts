// Runs before the first paint: otherwise readers who chose dark would see a white flash.
import { keptKey } from '../sign-in/key.ts';
import { applyTheme, keptTheme } from './theme.ts';

applyTheme(keptTheme());
// Only signed-in readers see the top of the dashboard at once: for others it would change into the sign-in.
const hasHeader = !/[?&](embed=1|report=wall)(&|$)/.test(location.search);
if (hasHeader && keptKey() !== undefined) document.documentElement.dataset['opening'] = '';
