import { later } from '../later.tsx';

export const ManageLater = later(() => import('./manage-view.tsx').then(({ ManageView }) => ManageView));
