// What the client process receives, and what it returns.

interface Common {
  port: number;
  connections: number;
  /** How long it continues. */
  ms: number;
  /** Requests a second over all connections; as many as are answered when absent. */
  perSecond?: number;
  /** Say when each request was answered (milliseconds since 1970), not only how long it took. */
  keepTimes?: boolean;
}

export type Load = Common &
  (
    | { kind: 'collect'; trackingKeys: string[]; perPost: number; seed: number }
    | { kind: 'events'; apiKey: string; seed: number }
    /** Paths and credentials in turns, each request the next of both. */
    | { kind: 'get'; paths: string[]; bearers?: string[] }
  );

export interface LoadAnswer {
  requests: number;
  seconds: number;
  /** Answers that were not 2xx, by status. */
  failures: Record<string, number>;
  latencies: Float64Array;
  times: Float64Array;
}
