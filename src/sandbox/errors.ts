// The sandbox's refusals, as it sends them.

const STATUSES = {
  token_dead: 401,
  permission_missing: 403,
  not_found: 404,
  state_forbids: 409,
  bad_value: 422,
  throttled: 429,
} as const;

export class SandboxRefusal extends Error {
  readonly code: keyof typeof STATUSES;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: keyof typeof STATUSES, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return STATUSES[this.code];
  }
}
