// Lint rules of our own for openapi.yaml: every operation says who may call it and how, and shows a 2xx example, because the
// door enforces access from these fields and a missing one must not pass for "nobody asked".

interface Context {
  report(problem: { message: string; location: unknown }): void;
  location: { child(names: (string | number)[]): unknown; key(): unknown };
}
type Json = Record<string, unknown>;

const LISTS = ['x-svc-scopes', 'x-svc-auth'];
const CHOICES: Record<string, readonly string[]> = {
  'x-svc-role': ['none', 'member', 'admin', 'owner', 'viewer', 'analyst', 'manager'],
  'x-svc-scope-grain': ['none', 'workspace', 'profile'],
  'x-svc-effect': ['read', 'state', 'outside'],
  'x-svc-idempotency': ['none', 'optional', 'required', 'natural'],
};
const CREDENTIALS = ['public', 'session', 'user', 'key', 'app', 'tracker'];

function accessFields() {
  return {
    Operation(operation: Json, { report, location }: Context): void {
      // Events are sent and not requested.
      if (operation['x-svc-event']) return;
      for (const field of LISTS) {
        if (!Array.isArray(operation[field]))
          report({ message: `${field} must be a list (empty when nothing is asked).`, location });
      }
      const auth = Array.isArray(operation['x-svc-auth']) ? (operation['x-svc-auth'] as string[]) : [];
      const unknown = auth.filter((kind) => !CREDENTIALS.includes(kind));
      if (unknown.length > 0 || auth.length === 0) {
        report({
          message: `x-svc-auth names kinds of credential: ${CREDENTIALS.join(', ')}.`,
          location: location.child(['x-svc-auth']),
        });
      }
      for (const [field, choices] of Object.entries(CHOICES)) {
        if (!choices.includes(operation[field] as string))
          report({ message: `${field} must be one of ${choices.join(', ')}.`, location });
      }
    },
  };
}

function successExample() {
  return {
    Operation(operation: Json, { report, location }: Context): void {
      const responses = (operation['responses'] ?? {}) as Record<string, Json>;
      for (const [status, response] of Object.entries(responses).filter(([code]) => code.startsWith('2'))) {
        for (const [type, media] of Object.entries((response['content'] ?? {}) as Record<string, Json>)) {
          if (media['example'] !== undefined || media['examples'] !== undefined) continue;
          report({
            message: `The ${status} answer needs an example.`,
            location: location.child(['responses', status, 'content', type]),
          });
        }
      }
    },
  };
}

export default () => ({
  id: 'house',
  rules: { oas3: { 'access-fields': accessFields, 'success-example': successExample } },
});
