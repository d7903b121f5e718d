import { z } from 'zod';

const text = z.string().min(1).optional();
const address = z.url({ protocol: /^https?$/ }).optional();

/** The variables that tools for object storage share. */
export const storageSettings = {
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
  AWS_SESSION_TOKEN: text,
  AWS_REGION: text,
  AWS_DEFAULT_REGION: text,
  AWS_ENDPOINT_URL_S3: address,
  AWS_ENDPOINT_URL: address,
};

export type StorageConfig = z.output<z.ZodObject<typeof storageSettings>>;
