// Exports of users for other slices: accounts, passwords, sessions, sign-in links and the mails sent to users.
export { takeAttempt } from './attempts.ts';
export { DEVICE_DAYS, deviceToken, findDevice } from './devices.ts';
export { hasAccount, prepareAccount } from './invited-people.ts';
export { KNOWN_PASSWORDS_FILE, knownHash } from './known-passwords.ts';
export { type MailState, mailState, withdrawMail } from './mail-state.ts';
export { closeMailer, deliverMails, MAIL_TRIED_MS, queueMail } from './mails.ts';
export { signInOptions } from './passkeys/ceremonies.ts';
export { signInByPasskey } from './passkeys/sign-in.ts';
export { checkPassword, hashPassword, hasPassword, putPassword, verifyPassword } from './passwords.ts';
export {
  createPerson,
  createSession,
  findOperator,
  findPerson,
  hasShownSecondFactor,
  type NewSession,
  normaliseEmail,
  type Person,
  personById,
  revokeSession,
  revokeSessions,
  SESSION_PREFIX,
  sessionsOf,
} from './people.ts';
export { dropSecondFactor, hasSecondFactor } from './second-factor/codes.ts';
export { finishSignIn, type Opened, openSession } from './second-factor/pending.ts';
export { signIn } from './sign-in.ts';
export { createSignInLink, lookAtSignInLink, redeemSignInLink, type SignInLink } from './sign-in-links.ts';
