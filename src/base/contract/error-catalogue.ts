// The one list of error codes: status, and for the page /docs/errors a title, the cause and what to do. The contract's
// enum ErrorCode and the page are compared with this list, both ways, by test/shape.
import { outsideErrors } from './outside-errors.ts';

export interface CatalogueEntry {
  status: number;
  /** Other statuses this code may carry where the specification says so. */
  otherStatuses?: readonly number[];
  title: string;
  cause: string;
  remedy: string;
}

const entries = {
  ...outsideErrors,
  amount_invalid: {
    status: 422,
    title: 'The amount cannot be refunded',
    cause: 'The amount is zero, negative, or more than the rest of the payment after earlier reversals.',
    remedy: 'Send a positive amount, at most the rest of the payment.',
  },
  app_provisioned_workspace: {
    status: 403,
    title: 'The workspace belongs to a consumer app',
    cause: 'A consumer app created this workspace and manages its members; invitations cannot be sent from here.',
    remedy: 'No other credential helps. Invite the person through the app.',
  },
  audit_timeout: {
    status: 504,
    title: 'The UTM audit took too long',
    cause: 'The scan did not finish within one request.',
    remedy: 'Read the stored summary, or try again later.',
  },
  compromised_password: {
    status: 422,
    title: 'The password is publicly known',
    cause: 'The new password is in a list of passwords from public breaches.',
    remedy: 'Choose another one, preferably with a password manager.',
  },
  consent_required: {
    status: 409,
    title: 'Consent is missing or out of date',
    cause:
      'The consent object is missing, refers to another version or text, or was accepted more than 24 hours ago. Nothing was sent.',
    remedy: 'Show the person the current text (see error.consent), then send the call with their consent.',
  },
  current_password_invalid: {
    status: 400,
    title: 'The current password is wrong',
    cause: 'The current password in the request does not match the account.',
    remedy: 'Send the correct one, or reset the password.',
  },
  current_password_required: {
    status: 400,
    title: 'The current password is missing',
    cause: 'The account signs in with email and password, so a change needs the current password.',
    remedy: 'Also send current_password.',
  },
  customer_not_in_profile: {
    status: 422,
    title: 'Not a customer of this profile',
    cause: 'The customer belongs to another profile, or was merged into another customer.',
    remedy: 'Search for the customer in this profile and use the id from the result.',
  },
  demo_purge_blocked: {
    status: 409,
    title: 'Audit rows of the demo profile were kept',
    cause: 'The demo profile is archived and its data was deleted, but its audit rows must be kept.',
    remedy: 'Nothing further is needed.',
  },
  entitlement_required: {
    status: 409,
    title: 'The profile lacks the attribution entitlement',
    cause: 'A consumer app created the profile and has not switched attribution on; reading still works.',
    remedy: 'Writes are accepted once the app enables the entitlement.',
  },
  forbidden: {
    status: 403,
    title: 'This credential may not do that',
    cause: 'The credential is valid but does not allow this action: it is of the wrong kind, or the person’s role is too low.',
    remedy: 'Use another kind of credential (see x-svc-auth of the operation), or ask an admin or owner.',
  },
  healthcare_scope_forbidden: {
    status: 403,
    title: 'Not available for healthcare profiles',
    cause: 'Partner apps cannot read personal data of healthcare profiles.',
    remedy: 'Use journeys without personal data, which need only conversions:read.',
  },
  idempotency_key_conflict: {
    status: 409,
    title: 'The key was used for a different request',
    cause:
      'Either this credential sent the same Idempotency-Key to the same operation with other parameters or another body within 24 hours, or another event of the profile has the same idempotency_key. Nothing was changed. The same key in another operation is independent and never refused.',
    remedy: 'Use a new key for a different request; to retry, repeat the first request exactly.',
  },
  idempotency_key_in_flight: {
    status: 409,
    title: 'The first request with this key is still running',
    cause: 'A request with the same key has not finished.',
    remedy: 'Wait briefly and retry with the same key; you then get the first request’s response.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The credential lacks a scope',
    cause: 'The operation needs a scope that the credential does not have, or that the person’s role does not allow.',
    remedy: 'Request one of required_scopes.',
  },
  internal_error: {
    status: 500,
    title: 'Unexpected error',
    cause: 'An error in the service. The cause is in its log under the request_id.',
    remedy: 'Try again. If the error persists, send the request_id to the operator of the service.',
  },
  invalid_content: {
    status: 400,
    title: 'The content cannot be used',
    cause: 'An uploaded part is empty, missing or does not match its type.',
    remedy: 'Send the content as the operation describes it.',
  },
  invalid_date_range: {
    status: 400,
    title: 'The range of days is invalid',
    cause: 'date_from and date_to are both required and must be existing days as YYYY-MM-DD, in order, at most 732 days apart.',
    remedy: 'Correct the days, or request a shorter range.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A parameter is wrong',
    cause:
      'A query parameter or a part of the path is missing, unknown, repeated, of the wrong type or out of range; the message names it.',
    remedy: 'Correct that parameter.',
  },
  invalid_request: {
    status: 400,
    title: 'The request cannot be read',
    cause: 'The body is not valid JSON, has the wrong content type or encoding, or has an unusable structure.',
    remedy: 'Send JSON in UTF-8 with Content-Type: application/json.',
  },
  invalid_state: {
    status: 409,
    title: 'Not possible in this state',
    cause: 'The object exists, but its state does not allow this: a name is already in use, an invitation was already accepted.',
    remedy: 'Read its current state, then decide again.',
  },
  invalid_window: {
    status: 400,
    title: 'The period is too long',
    cause: 'Events can be read for at most 90 days at a time.',
    remedy: 'Request several shorter periods.',
  },
  manual_refund_exists: {
    status: 422,
    title: 'The payment already has a manual refund',
    cause: 'A payment can have at most one refund recorded by hand.',
    remedy: 'Delete the recorded refund first, then record the new one.',
  },
  not_found: {
    status: 404,
    title: 'Not found, or no access',
    cause: 'It does not exist, or this credential has no access to it. The response does not distinguish the two.',
    remedy: 'Check the id and that the credential belongs to the right profile or workspace.',
  },
  not_implemented: {
    status: 501,
    title: 'Not available here',
    cause: 'This deployment or the provider does not offer the capability.',
    remedy: 'Do not retry.',
  },
  payload_too_large: {
    status: 413,
    title: 'Too large',
    cause:
      'The body or file exceeds its limit: 1 MB for JSON (5 MB for events), 20 MB for statements, 5 MB for images, 16 MB for video or audio, 100 MB for documents.',
    remedy: 'Send less at once.',
  },
  payment_assignment_incomplete: {
    status: 502,
    title: 'The payer is recorded but not yet in the figures',
    cause: 'The assignment is stored, but the figures do not include it yet.',
    remedy: 'Repeat the same call.',
  },
  payment_ref_invalid: {
    status: 422,
    title: 'Not a payment reference',
    cause: 'The payment reference has the wrong format.',
    remedy: 'Use a payment_id from GET /payments.',
  },
  plan_upgrade_required: {
    status: 402,
    title: 'The plan does not include this',
    cause: 'The setting is part of a higher plan.',
    remedy: 'Upgrade the workspace’s plan.',
  },
  profile_limit_reached: {
    status: 403,
    title: 'The plan allows no more profiles',
    cause: 'The workspace has as many active profiles as its plan allows. upgrade is the plan that allows more.',
    remedy: 'Upgrade the plan, or archive a profile.',
  },
  profile_moved: {
    status: 503,
    title: 'The profile moves to another installation, or has moved',
    cause: 'Its operator moves it; the message names the address of the other installation if the operator specified one.',
    remedy: 'Send it to the other installation, or try again later: nothing was stored here.',
  },
  range_invalid: {
    status: 422,
    title: 'The time range is invalid',
    cause: 'from and to are both required and must be timestamps; from must not be after to.',
    remedy: 'Correct from and to.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    cause: 'The credential has no requests left in this period, or a profile sends faster than its facts can be stored.',
    remedy: 'Wait until Retry-After has passed. RateLimit contains the remaining requests.',
  },
  service_unavailable: {
    status: 503,
    title: 'Something required is unavailable',
    cause: 'A database or an external service is not configured, not reachable, full or busy. Nothing of this call was stored.',
    remedy: 'Retry after Retry-After has passed.',
  },
  status_invalid: {
    status: 422,
    title: 'Unknown status filter',
    cause: 'status must be all or unidentified.',
    remedy: 'Use one of these values.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid credential',
    cause: 'The credential is missing, malformed, unknown, expired or revoked.',
    remedy: 'Send Authorization: Bearer with a valid credential.',
  },
  validation_error: {
    status: 422,
    title: 'The body does not match the contract',
    cause: 'The body is JSON, but a field is missing, unknown, of the wrong type or out of range; the message names it.',
    remedy: 'Correct that field.',
  },
  weak_password: {
    status: 422,
    title: 'The password is too short',
    cause: 'A password needs at least ten characters.',
    remedy: 'Choose a longer one.',
  },
  workspace_archived: {
    status: 410,
    title: 'The workspace is archived',
    cause: 'The invitation is for a workspace that was permanently archived.',
    remedy: 'Do not retry.',
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof entries;

export const errorCatalogue: Readonly<Record<ErrorCode, CatalogueEntry>> = entries;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCatalogue, text);

/** Where a code is explained. */
export const docsUrl = (baseUrl: string, code: ErrorCode): string => `${baseUrl}/docs/errors#${code}`;
