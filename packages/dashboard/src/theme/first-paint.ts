// Runs before anything is painted: otherwise who chose dark would see white first.
import { applyTheme, keptTheme } from './theme.ts';

applyTheme(keptTheme());
