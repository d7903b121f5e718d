import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Holder } from './reports.ts';

/** The holder of the reader's key; undefined until it is known. */
export const HolderContext = createContext<Holder | undefined>(undefined);

export const useHolder = () => useContext(HolderContext);

export type Right = Holder['rights'][number];

/** Whether a key has a right; false until it is known. */
export const may = (holder: Holder | undefined, right: Right) => holder?.rights.includes(right) ?? false;

/** Whether a key reads all sites, including future ones. */
export const readsAll = ({ sites }: Holder) => sites.includes('*');
