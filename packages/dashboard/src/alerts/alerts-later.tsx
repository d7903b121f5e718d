import { Later } from '../later.tsx';

const load = async () => (await import('./alerts-view.tsx')).AlertsView;

/** Alerts, whose code is loaded when they are opened. */
export const AlertsLater = () => <Later load={load} />;
