import { Later } from '../later.tsx';

const load = async () => (await import('./explore-view.tsx')).ExploreView;

/** Explore, whose code is loaded when it is opened. */
export const ExploreLater = () => <Later load={load} />;
