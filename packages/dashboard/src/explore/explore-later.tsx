import { later } from '../later.tsx';

export const ExploreLater = later(() => import('./explore-view.tsx').then(({ ExploreView }) => ExploreView));
