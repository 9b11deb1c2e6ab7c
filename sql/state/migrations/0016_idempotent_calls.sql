-- Calls under an Idempotency-Key: which one runs, and what a finished one answered, for 24 hours.
create table idempotent_calls (
  call_key blob primary key,              -- SHA-256 over credential, operation and key; the key itself is not kept
  request_hash blob not null,             -- of parameters and body: another request under the same key is refused
  token text not null,                    -- of the attempt that holds the lease
  lease_until integer not null,
  status integer,                         -- null while it runs
  answer blob,                            -- sealed: it may show a secret that is shown once
  expires_at integer not null
) strict, without rowid;
create index idempotent_calls_by_expiry on idempotent_calls (expires_at);
