import type { Words } from '../en/en.ts';
import { access, share } from './access.ts';
import { address } from './address.ts';
import { alerts, annotations } from './alerts.ts';
import { crawlers } from './crawlers.ts';
import { explore, saved } from './explore.ts';
import { filters, goals } from './filters.ts';
import { funnel } from './funnel.ts';
import { general, problems } from './general.ts';
import { header, shortcuts, signIn } from './header.ts';
import { home } from './home.ts';
import { journeys, retention } from './journeys.ts';
import { conflict, manage, rows, tag } from './manage.ts';
import { numbers } from './numbers.ts';
import { page } from './page.ts';
import { events, panels } from './panels.ts';
import { period } from './period.ts';
import { realtime } from './realtime.ts';
import { dropped, setup } from './setup.ts';

/** Spanish. Readers are addressed as usted. */
export const es: Words = {
  access,
  address,
  alerts,
  annotations,
  conflict,
  crawlers,
  dropped,
  events,
  explore,
  filters,
  funnel,
  general,
  goals,
  header,
  home,
  journeys,
  manage,
  numbers,
  page,
  panels,
  period,
  problems,
  realtime,
  retention,
  rows,
  saved,
  setup,
  share,
  shortcuts,
  signIn,
  tag,
};
