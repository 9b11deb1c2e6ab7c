// Exports of the audit for other slices: the chain of changes, and the log of access to personal data.
export { actorOf } from './actor.ts';
export { auditOf, checkAudit, writeAudit } from './audit.ts';
export { countPiiReads, PII_LOG_DAYS, parameterNames, writePiiRead } from './pii-reads.ts';
export { auditRefusedAttempt } from './refused-attempts.ts';
