import type { Format } from '../format.ts';
import { caddyJson } from './caddy-json.ts';
import { cloudfront } from './cloudfront.ts';
import { combined } from './combined.ts';
import { ga4 } from './ga4/ga4.ts';
import { goatcounter } from './goatcounter.ts';
import { matomo } from './matomo.ts';
import { nginxJson } from './nginx-json.ts';
import { plausible } from './plausible.ts';
import { tallyhouse } from './tallyhouse.ts';
import { umami } from './umami.ts';

const ofAnalytics = [goatcounter, umami, plausible, matomo, ga4, tallyhouse];

export const formats: readonly Format[] = [combined, nginxJson, caddyJson, cloudfront, ...ofAnalytics];
