/** Types for the internals of kafkajs that we use; kafkajs has none. */
declare module 'kafkajs/src/protocol/requests/produce/index.js' {
  import type Encoder from 'kafkajs/src/protocol/encoder.js';

  interface ProduceArguments {
    acks: number;
    timeout: number;
    topicData: readonly {
      topic: string;
      partitions: readonly { partition: number; messages: readonly object[] }[];
    }[];
  }

  interface Exchange {
    request: { encode(): Promise<Encoder> };
    response: { parse(answer: unknown): Promise<unknown> };
  }

  const produce: { protocol(chosen: { version: number }): (args: ProduceArguments) => Exchange };
  export default produce;
}

declare module 'kafkajs/src/protocol/encoder.js' {
  export default class Encoder {
    constructor(initialSize?: number);
    readonly buffer: Buffer;
    writeInt16(value: number): this;
    writeInt32(value: number): this;
    writeString(value: string | null): this;
    writeBuffer(value: Buffer): this;
  }
}

declare module 'kafkajs/src/protocol/requests/fetch/index.js' {
  interface Answer {
    responses: { partitions: { messages: readonly object[] }[] }[];
  }

  interface Exchange {
    response: { decode(answer: Buffer): Promise<Answer> };
  }

  const fetch: { protocol(chosen: { version: number }): (args: object) => Exchange };
  export default fetch;
}

declare module 'kafkajs/src/consumer/batch.js' {
  const batch: { prototype: Record<'isEmpty' | 'isEmptyIncludingFiltered', () => boolean> };
  export default batch;
}

declare module 'kafkajs/src/protocol/error.js' {
  /** Kafka's errors: its own name for each, and kafkajs' text. */
  const errors: { errorCodes: readonly { type: string; message: string }[] };
  export default errors;
}

declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface PushedRequest {
    entry: { correlationId: number; resolve(answer: unknown): void; reject(error: Error): void };
    expectResponse: boolean;
    sendRequest(): void;
  }

  interface SocketRequest {
    /** Milliseconds since 1970. */
    readonly sentAt: number;
    /** How long its answer may take, milliseconds. */
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }

  /** The requests of one connection: those that wait to be sent, and those that wait for their answers. */
  export default class RequestQueue {
    constructor(settings: {
      maxInFlightRequests: number | null;
      requestTimeout: number;
      enforceRequestTimeout: boolean;
      clientId: string;
      broker: string;
      logger: { debug(text: string): void; warn(text: string): void };
    });
    readonly enforceRequestTimeout: boolean;
    readonly pending: readonly SocketRequest[];
    readonly inflight: ReadonlyMap<number, SocketRequest>;
    readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
    push(request: PushedRequest): void;
    fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
    maybeThrottle(ms: number): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
    scheduleRequestTimeoutCheck(): void;
    sendSocketRequest(request: SocketRequest): void;
    destroy(): void;
  }
}

declare module 'kafkajs/src/consumer/runner.js' {
  /** Fetches batches of a group, and hands them over, from `start` to `stop`. */
  export default class Runner {
    constructor(options: {
      logger: object;
      consumerGroup: object;
      instrumentationEmitter: object;
      retry: { retries: number };
      onCrash: (error: unknown) => void;
    });
    running: boolean;
    readonly fetchManager: { stop(): Promise<void> };
    start(): Promise<void>;
    stop(): Promise<void>;
    fetch(nodeId: number): Promise<object[]>;
  }
}
