/** The JSON Schema of a parameter as it is sent, for OpenAPI. */
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
 * One query parameter, declared once: reading, the message of a refusal and the API's description come from here.
 * @typeParam Default the text that stands when it is not sent; `undefined` leaves the value undefined
 */
export interface Parameter<Value = unknown, Default extends string | undefined = string | undefined> {
  readonly name: string;
  readonly description: string;
  /** Completes "`name` must be ...". */
  readonly accepts: string;
  readonly schema: ParameterSchema;
  readonly default: Default;
  /** Where it stands, when not in the query: in the endpoint's path, as `:name`. */
  readonly in?: 'path';
  /** The value that a text stands for; undefined when it is refused. */
  parse(text: string): Value | undefined;
}

/** A parameter that may be sent several times. Its value is the list of what the texts stand for, in the order sent. */
export interface RepeatedParameter<Value = unknown> extends Parameter<Value, undefined> {
  /** How many times at most. */
  readonly most: number;
}

/** A parameter that must be sent. */
export interface RequiredParameter<Value = unknown> extends Parameter<Value, undefined> {
  readonly required: true;
}

/** Parameters by the name that the code uses for their values. */
export type Parameters = Readonly<Record<string, Parameter | RepeatedParameter | RequiredParameter>>;

/** What reading the parameters gives. */
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
