// Refusals of the OAuth endpoints, in the words of their RFCs: a code of RFC 6749 §5.2 (or of a sister document) and a sentence.

export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

export class OAuthError extends Error {
  readonly error: OAuthErrorCode;
  readonly status: number;
  constructor(error: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }
}

/** A code or a refresh token that is not exchanged. */
export const refusedGrant = (sentence: string): OAuthError => new OAuthError('invalid_grant', sentence);

/** RFC 6749 §5.2 allows these characters in a description; what a caller sent may hold others. */
export const described = (text: string): string => text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 300);
