import { z } from 'zod';

const presetNames = ['cnil', 'strict'] as const;

export type PrivacyPreset = (typeof presetNames)[number];

/** The setting of every program that reads one of those that a preset has. */
export const privacySetting = z.enum(presetNames, 'cnil or strict').optional();

interface Limit {
  means: string;
  allows: (value: string) => boolean;
}

const only = (means: string): Limit => ({ means, allows: (value) => value === means });
/** 0 means no limit. */
const atMost = (days: number): Limit => ({
  means: `${days}`,
  allows: (value) => Number(value) > 0 && Number(value) <= days,
});

/** 393 days are the shortest 13 months, and 25 months have at least 758 days: CNIL's recommendation is 13 and 25 months. */
const cnil: Readonly<Record<string, Limit>> = {
  IP_STORAGE: only('none'),
  COORDINATES: only('0'),
  REFERRER_QUERY: only('strip'),
  VISITOR_ID_DAYS: atMost(393),
  RETENTION_DAYS: atMost(760),
  SEC_GPC: only('1'),
};

const presets: Readonly<Record<PrivacyPreset, Readonly<Record<string, Limit>>>> = {
  cnil,
  strict: { ...cnil, COOKIELESS: only('1') },
};

export const presetSettings = (preset: PrivacyPreset | undefined): string[] =>
  preset === undefined ? [] : Object.keys(presets[preset]);

/** Why a value contradicts a preset; undefined when it does not. @param setting an environment variable */
export function contradictionOf(
  preset: PrivacyPreset | undefined,
  setting: string,
  value: string,
): string | undefined {
  const limit = preset && presets[preset][setting];
  if (limit === undefined || limit.allows(value)) return undefined;
  return `${value} contradicts PRIVACY=${preset}, which means ${limit.means}`;
}

/**
 * Fills unset settings from the preset.
 * @param names the settings that the program reads
 * @returns the contradictions with the preset, a line for each
 */
export function applyPreset(names: readonly string[], given: Record<string, string | undefined>): string[] {
  const preset = names.includes('PRIVACY')
    ? presetNames.find((name) => name === given['PRIVACY'])
    : undefined;
  if (preset === undefined) return [];
  return Object.entries(presets[preset]).flatMap(([setting, { means }]) => {
    if (!names.includes(setting)) return [];
    given[setting] ??= means;
    const problem = contradictionOf(preset, setting, given[setting]);
    return problem === undefined ? [] : [`  ${setting}: ${problem}`];
  });
}
