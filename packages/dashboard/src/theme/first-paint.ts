// Runs before the first paint: otherwise readers who chose dark would see a white flash.
import { applyTheme, keptTheme } from './theme.ts';

applyTheme(keptTheme());
