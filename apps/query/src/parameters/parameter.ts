interface ParameterSchema {
  type: 'string' | 'integer';
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: readonly string[];
  examples?: readonly string[];
}

/**
 * One parameter, declared once: parsing, the error message and the API's description come from here. @typeParam Default the text used when
 * the parameter is missing; `undefined` leaves the value undefined
 */
export interface Parameter<Value = unknown, Default extends string | undefined = string | undefined> {
  readonly name: string;
  readonly description: string;
  /** Completes the error message "`name` must be ...". */
  readonly accepts: string;
  readonly schema: ParameterSchema;
  readonly default: Default;
  /** Set when the parameter is a segment of the endpoint's path, `:name`, not of the query. */
  readonly in?: 'path';
  parse(text: string): Value | undefined;
}

/** A parameter that may be sent several times. Its value is the list of the parsed texts, in the order sent. */
export interface RepeatedParameter<Value = unknown> extends Parameter<Value, undefined> {
  readonly most: number;
  readonly least?: number;
}

/** A required parameter. */
export interface RequiredParameter<Value = unknown> extends Parameter<Value, undefined> {
  readonly required: true;
}

/** Parameters by the names that the code uses for their values. */
export type Parameters = Readonly<Record<string, Parameter | RepeatedParameter | RequiredParameter>>;

/** The parsed values of parameters. */
export type Values<Declared extends Parameters> = {
  -readonly [Key in keyof Declared]: Declared[Key] extends RepeatedParameter<infer Value>
    ? Value[]
    : Declared[Key] extends RequiredParameter<infer Value>
      ? Value
      : Declared[Key] extends Parameter<infer Value, infer Default>
        ? Default extends string
          ? Value
          : Value | undefined
        : never;
};
