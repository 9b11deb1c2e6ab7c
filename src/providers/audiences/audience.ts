// Lists of customers at ad platforms: what each platform offers, in one vocabulary. Rows are hashed when they are sent and kept nowhere.
import type { Grant } from '../ad-platform.ts';
import type { NeutralEvent, Person, PrivacyMode } from '../conversions/destination.ts';

export interface AudienceAccount {
  id: string;
  /** The manager account that the access goes through (Google). */
  loginAccountId?: string | undefined;
}

export type AudienceMember = Omit<Person, 'clickIds' | 'ip' | 'userAgent' | 'gender' | 'birthDate'> &
  Pick<NeutralEvent, 'consent'>;

/** A part of one change of a list. All parts of it have the same id. */
export interface AudiencePart {
  session: number;
  /** From 1. */
  part: number;
  isLast: boolean;
  /** Members of all parts. */
  total: number;
}

export interface AudienceReceipt {
  received: number;
  /** Rows that the platform could not read. */
  invalid: number;
  requestId?: string | undefined;
}

export interface AudienceKind {
  readonly id: 'meta' | 'google_ads';
  /** Members of one request. */
  readonly maxMembers: number;
  /** Where a person accepts the terms, without which the platform takes no list. */
  termsUrl(account: AudienceAccount): string;
  /** Undefined where the platform does not say before it is asked to do something. */
  hasAcceptedTerms(grant: Grant, account: AudienceAccount): Promise<boolean | undefined>;
  /** Not repeatable. @param marker A part of the name, by which `find` recognises the list. @throws ProviderFailure, here and below. */
  create(grant: Grant, account: AudienceAccount, list: { name: string; marker: string }): Promise<string>;
  /** The list that an operation made, whose answer was lost. */
  find(grant: Grant, account: AudienceAccount, marker: string): Promise<string | undefined>;
  /** May be repeated: the same member is in the list once. */
  add(grant: Grant, list: AudienceList, members: readonly AudienceMember[], part: AudiencePart): Promise<AudienceReceipt>;
  remove(grant: Grant, list: AudienceList, members: readonly AudienceMember[], part: AudiencePart): Promise<AudienceReceipt>;
}

export interface AudienceList {
  account: AudienceAccount;
  id: string;
}

/** The fields of a person that a mode allows in a list. Undefined under `hipaa`: membership in a list says that the person is a patient. */
export function memberOf(person: Person, mode: PrivacyMode): AudienceMember | undefined {
  const { clickIds: _clicks, ip: _ip, userAgent: _agent, gender: _gender, birthDate: _birth, ...member } = person;
  if (mode === 'hipaa') return undefined;
  return mode === 'standard' ? member : { emails: person.emails, phones: person.phones };
}
