// Exports of access for other slices and the doors: the principal of a call, its permissions, and the making of people, keys, apps and roles.
//
// An operation has an entry in its slice's contract.yaml, a handler of its name, and a line in the slice's slice.ts. The entry says who reaches
//   it, and `invoke` of src/call does the rest: `x-svc-auth` (session, user, key, app), `x-svc-scopes`, `x-svc-role`, `x-svc-scope-grain`; for
//   apps `x-svc-reach`, for writes without an entitlement `x-svc-entitlement: none`, for a limit of its own `x-svc-rate-limit: <a minute>`.
//   A property of an answer that contains personal data has `x-svc-pii: true` in its schema: without `customers:read` it is left out, and each
//   call is in the access log. The handler gets a principal with effective scopes.
// `x-svc-effect` says what a call may do, and the handler is made by the constructor of that effect (base/contract/operation.ts):
//   read: `reading('getThing', (call, read) => …)`; `read` has no statement that writes.
//   state: `stateChange('putThing', (call, tx) => …)`, synchronous and in one transaction. Slow work is done before, in a step that cannot write:
//     `{ prepare: async (call, read) => …, change: (call, tx, prepared) => … }`, with `asksOutside: true` where it calls another host. A
//     response that waits for jobs or figures is made by `changeThenWait('putThing', { change, after })`; facts are appended by `factIntake`, or
//     in the step `intake`. A returned ApiError refuses the call and keeps what was written; one that is thrown rolls it back.
//   outside: `outsideEffect('createThing', { prepare, plan, refused, apply, verify, finish, failed })`: `prepare` (optional) reads what the plan is
//     based on, at the provider too; `plan` is state alone and stored as an intent; a job calls `apply` without a transaction; `verify` asks the
//     provider before anything is tried again; `finish` writes the end and makes the answer. `refused` and `failed` (optional) write what a
//     refusal before the intent, or the failure of the intent, leaves in state.
//   A dry run (`dryRun` of src/call/run.ts) executes `prepare`, then `change` or `plan`, and rolls back; never `around`, `after` or `apply`. The
//     `prepare` of an outside effect reads at the provider then too. A change with `asksOutside` or `intake` is only checked.
// An idempotent write has `x-svc-idempotency: optional` (or required) and the parameter `IdempotencyKey`. A change shares its transaction with
//   the stored response; an `intake` checks `call.isRetry` before it acts again; the key of an outside effect leads to its intent.
// An audited change calls `writeAudit(base, { actor: actorOf(principal), action: 'thing.changed', workspaceId, subject })` inside its
//   change; ids and settings, never personal data. A new credential: `mintSecret`, `lookupOf` and `matching` in base/kit/credential-secrets.ts,
//   an entry in `bearers` of identify.ts, and a row in the table of test/account/access/scopes.test.ts.
// A slice that keeps rows of a profile or a workspace lists its table in sql/state/tables.csv; what a plain deletion does not cover is
//   its `hooks.purge` or `hooks.purgeWorkspace`, which may run twice. What it stops or keeps for the counts of an archived workspace is its `hooks.archive`.
//   test/account/workspaces/purge.test.ts finds a table that was forgotten. What still
//   answers once it is archived says `x-svc-archived: true`.
// A mail: `queueMail(base, { to, subject, text, link })` in account/people/mails.ts, inside the transaction that it tells of; tests read it by
//   `app.mails()`. How often one may try: `takeAttempt(base, kind, { account, address })` in account/people/attempts.ts.
// A page: `(desk, request, response) => Promise<void>` under src/doors/console, routed in its index.ts by `page(door, show)`. kit.ts has
//   `pageHeaders`, `visitorOf`, `tokenField` and `readForm` (the token of forms), `continueOf` (own paths only), `send`; design/form.ts
//   has `Form` and `Field`; `askToSignIn(desk, request, response, path)` puts the sign-in form instead of a page and leads back.
export {
  type ArchivedProfile,
  archivedProfile,
  archiveProfile,
  archiveWorkspace,
  finishArchivedProfile,
  finishArchivedWorkspace,
} from './archive.ts';
export {
  type Access,
  authorize,
  identify,
  identifySession,
  type Need,
  needOf,
  reachedPlace,
  requireEntitled,
  requireScope,
} from './authorize.ts';
export { lookAtEmailLink, redeemEmailLink, requestEmailLink } from './email-links.ts';
export { forgetEntitlements } from './forget.ts';
export { beginCall, dropCall, finishCall, type Lease } from './idempotency.ts';
export { purgeDue } from './purge.ts';
export { countUse, keysOfApp, saveUse, usageOf, usageRange } from './usage.ts';
