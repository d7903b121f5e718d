import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Holder } from './reports.ts';

/** Whose key the reader has; undefined until it is known. */
export const HolderContext = createContext<Holder | undefined>(undefined);

export const useHolder = () => useContext(HolderContext);

/** Whether a key reads all sites, those to come included. */
export const readsAll = ({ sites }: Holder) => sites.includes('*');
