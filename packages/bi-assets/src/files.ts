/** Files by their path below the folder of their tool: a text, or what becomes YAML or JSON. */
export type Files = Record<string, unknown>;
