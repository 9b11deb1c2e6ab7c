-- How names and ids of ad accounts are compared. Doors do the same before they store (collect/events/platforms.ts); facts of before are as they
-- were sent.

-- A text that is in lower case already: each run of `+`, `%20`, `_`, `-` and space is one blank. What consists of these alone stays.
create macro name_key(text) as
coalesce(nullif(trim(regexp_replace(text, '(?:%20|[+ \t\n\f\r_-])+', ' ', 'g'), ' '), ''), text);

-- An account id without what may stand before it, and without hyphens and blanks.
create macro bare_account(account_id, account_prefix) as
regexp_replace(
  if(starts_with(lower(account_id), account_prefix), substr(account_id, length(account_prefix) + 1), account_id), '[ -]', '', 'g'
);

-- The one form of an account id: of a known platform (its prefix is not null) digits alone, if nothing else is left of it.
create macro account_form(account_id, account_prefix) as
if(
  account_prefix is not null and regexp_full_match(bare_account(account_id, account_prefix), '[0-9]+'),
  bare_account(account_id, account_prefix),
  account_id
);
