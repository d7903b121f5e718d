/** Files by their path below the folder of their tool: a text, or a value to write as YAML or JSON. */
export type Files = Record<string, unknown>;
