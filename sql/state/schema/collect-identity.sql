-- Customers and what belongs to them: current values of the identity decisions, and the only clear personal data there is.
create table customers (
  profile_id text not null,
  customer_no integer not null,           -- number of the decision that created it
  customer_profile_id text not null,      -- its public id
  first_name text,
  last_name text,
  name_trust text check (name_trust in ('server', 'browser')), -- who gave the name: a server's replaces a browser's
  country text,                           -- ISO 3166-1 alpha-2
  created_by_seq integer not null,        -- the fact that created it
  first_seen_at integer not null,         -- occurred_at of its earliest identified fact, microseconds since 1970
  last_seen_at integer not null,          -- … and of its latest
  is_told integer not null default 0 check (is_told in (0, 1)),
  is_claim integer not null default 0 check (is_claim in (0, 1)),
  successor_no integer, -- the customer that took over everything of this one
  primary key (profile_id, customer_no)
) strict, without rowid;
create index customers_succeeded on customers (profile_id, successor_no) where successor_no is not null;

create table identifiers (
  profile_id text not null,
  identifier_key integer not null,        -- 62-bit key of "type:token"
  type text not null check (type in ('external_id', 'crm_contact_id', 'national_id', 'email', 'phone')),
  customer_no integer not null,           -- the member it names, never the head of a merge
  value text,                             -- normalised, in clear; null for a national id
  sealed blob,                            -- a national id, encrypted with the profile's key
  decision_no integer not null,
  added_by_seq integer not null,
  primary key (profile_id, identifier_key)
) strict, without rowid;
create index identifiers_of_customer on identifiers (profile_id, customer_no, type, decision_no);

create table browsers (
  profile_id text not null,
  visitor_key integer not null,           -- 62-bit key of the browser's token
  customer_no integer not null,           -- the first link wins and stays
  anonymous_id text,                      -- in clear, when the fact that linked it gave it
  decision_no integer not null,
  linked_by_seq integer not null,
  is_claim integer not null default 0 check (is_claim in (0, 1)),
  primary key (profile_id, visitor_key)
) strict, without rowid;
create index browsers_of_customer on browsers (profile_id, customer_no);

-- Two customers may be joined by a merge and by a claim that was taken over: each edge ends by its own decision.
create table merge_edges (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  decision_no integer not null,
  primary key (profile_id, customer_a, customer_b, decision_no),
  check (customer_a < customer_b)
) strict, without rowid;
create index merge_edges_back on merge_edges (profile_id, customer_b, customer_a);

-- Suggestions of the evidence without proof: pairs that may be one person, waiting claims, evidence left off.
create table proposals (
  profile_id text not null,
  customer_a integer not null,            -- the older of the two
  customer_b integer not null,
  status text not null default 'open' check (status in ('open', 'merged', 'dismissed', 'snoozed')),
  first_seq integer not null,             -- the fact that opened it
  last_seq integer not null,              -- the last fact that spoke for it
  head_a integer not null default 0, -- person of customer_a: its oldest member
  head_b integer not null default 0,
  person_low integer generated always as (min(head_a, head_b)) virtual,
  person_high integer generated always as (max(head_a, head_b)) virtual,
  score integer not null default 0, -- thousandths
  match_score integer not null default 0, -- thousandths: what the proposer found
  match_reasons text not null default '[]' check (json_valid(match_reasons)), -- codes
  opened_at integer not null default 0, -- milliseconds since 1970
  snoozed_until integer,
  decided_at integer,
  decided_by text,
  primary key (profile_id, customer_a, customer_b),
  check (customer_a < customer_b)
) strict, without rowid;
create index proposals_by_score on proposals (profile_id, score desc, customer_a, customer_b);
create index proposals_by_opening on proposals (profile_id, opened_at);
create index proposals_of_b on proposals (profile_id, customer_b);
create index proposals_of_persons on proposals (profile_id, person_low, person_high, status);
create index proposals_of_high on proposals (profile_id, person_high);

create table proposal_evidence (
  profile_id text not null,
  customer_a integer not null,
  customer_b integer not null,
  kind text not null check (kind in ('same_fact', 'shared_browser', 'browser_claim')),
  type text not null,                     -- type of the identifier, or anonymous_id
  identifier_key integer not null,        -- or visitor_key
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, customer_a, customer_b, kind, identifier_key)
) strict, without rowid;
create index proposal_evidence_of_b on proposal_evidence (profile_id, customer_b);

-- A browser claimed an identifier for a customer it may not change; the claim takes effect once a customer has that identifier.
create table identifier_claims (
  profile_id text not null,
  identifier_key integer not null,
  customer_no integer not null,
  type text not null,
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  sealed blob,
  primary key (profile_id, identifier_key, customer_no)
) strict, without rowid;
create index identifier_claims_of_customer on identifier_claims (profile_id, customer_no);

-- Evidence that would have broken a limit: one decision at the first time, counted from then on.
create table identifiers_left_off (
  profile_id text not null,
  identifier_key integer not null,
  customer_no integer not null,
  type text not null,
  reason text not null,
  first_seq integer not null,
  last_seq integer not null,
  times integer not null default 1,
  primary key (profile_id, identifier_key, customer_no)
) strict, without rowid;
create index identifiers_left_off_of_customer on identifiers_left_off (profile_id, customer_no);

-- Facts whose identity evidence could not be read three times over. They keep their seq and may be tried again.
create table quarantine (
  profile_id text not null,
  seq integer not null,
  stage text not null,                    -- where it failed: stitch
  reason text not null,                   -- a code, never text of the fact
  traits blob,                            -- the encrypted traits, as the journal's copy is emptied
  decision_no integer not null,
  primary key (profile_id, seq, stage)
) strict, without rowid;

create table search_values (
  value_no integer primary key,
  profile_no integer not null,
  customer_no integer not null,
  kind text not null check (kind in ('name', 'external_id', 'crm_contact_id', 'email', 'phone')),
  value text not null,
  -- As the index has it: the spaces let two letters find the beginning and the end of a text as they find those of a word.
  words text generated always as (case when kind in ('name', 'email') then ' ' || value || ' ' end) virtual,
  codes text generated always as (case when kind not in ('name', 'email') then ' ' || value || ' ' end) virtual
) strict;
create index search_values_by_value on search_values (profile_no, value);
create index search_values_of_customer on search_values (profile_no, customer_no);

create trigger search_values_removed after delete on search_values begin
  insert into search_index (search_index, rowid, words, codes) values ('delete', -old.value_no, old.words, old.codes);
end;

-- `words` are names and addresses, which lists are searched by; `codes` are numbers and ids.
create virtual table search_index using fts5 (
  words, codes, content = '', columnsize = 0, detail = column, tokenize = 'trigram'
);
-- The three letters that the index knows, of all profiles.
create virtual table search_index_terms using fts5vocab (search_index, 'row');
-- Deleted text leaves the index at once, as secure_delete demands of the tables.
insert into search_index (search_index, rank) values ('secure-delete', 1);

-- One row per merge ever made: the decision that added its edge, and the one that took it away.
create table merges (
  profile_id text not null,
  merge_no integer not null,              -- number of the decision that added the edge
  customer_a integer not null,
  customer_b integer not null,
  into_customer_no integer not null,      -- the person that stayed, as it was called then
  merged_customer_no integer not null,    -- the person that went into it; the same when they were one already
  merged_at integer not null,
  merged_by text not null,
  undo_no integer,                        -- number of the decision that took the edge away
  undone_at integer,
  undone_by text,
  primary key (profile_id, merge_no)
) strict, without rowid;
create index merges_of_a on merges (profile_id, customer_a, customer_b);
create index merges_of_b on merges (profile_id, customer_b);

-- Details of a customer for the proposer of merges alone: birth date, address, city and postcode, as one sealed object.
create table customer_details (
  profile_id text not null,
  customer_no integer not null,
  sealed blob not null,                   -- encrypted with the profile's key
  primary key (profile_id, customer_no)
) strict, without rowid;

-- Erasures of people: whom, as numbers and keyed hashes, so that an older backup can be erased from again; and what is under way.
create table erasures (
  erasure_id text primary key,
  workspace_id text not null,
  profile_id text not null,
  public_id text not null,                -- under which the person was published
  members text not null check (json_valid(members)), -- numbers of the customers they were
  named text not null check (json_valid(named)),     -- keyed hashes of their identifiers and browsers
  actor text not null,
  asked_at integer not null,
  work blob,                              -- sealed: what a crash must not lose; null once it is done
  taken_at integer,                       -- from then on state knows nobody, and facts change
  report text check (json_valid(report)), -- counts and totals; null until it is done
  done_at integer
) strict, without rowid;
create index erasures_of_profile on erasures (profile_id, public_id);
create index erasures_under_way on erasures (profile_id) where taken_at is not null and work is not null;

-- Keyed hashes that identify a repeat of an erased fact: of its event id, or of its outcome key and content.
create table erased_facts (
  profile_id text not null,
  fact_hash blob not null,
  seq integer not null,
  primary key (profile_id, fact_hash)
) strict, without rowid;

-- Phones that could not be read as numbers: stored as sent, beside the identifiers, and never compared with anything.
create table phones_as_given (
  profile_id text not null,
  customer_no integer not null,
  phone text not null,
  first_seq integer not null,
  last_seq integer not null,
  primary key (profile_id, customer_no, phone)
) strict, without rowid;

-- One row per profile with search texts; they are numbered from profile_no × 2^40 on.
create table search_profiles (
  profile_no integer primary key,
  profile_id text not null unique
) strict;

-- Identifiers that a browser named beside the one that links it: it follows the first of them that a server confirms.
create table browser_claims (
  profile_id text not null,
  identifier_key integer not null,
  visitor_key integer not null,
  primary key (profile_id, identifier_key, visitor_key)
) strict, without rowid;
create index browser_claims_of_browser on browser_claims (profile_id, visitor_key);

-- Decisions on an identifier or a browser that later ones replaced: an erasure changes the keys of all of them.
create table superseded_decisions (
  profile_id text not null,
  key integer not null,                   -- identifier_key or visitor_key
  decision_no integer not null,
  path text not null,                     -- where the key is in the decision's payload
  primary key (profile_id, key, decision_no)
) strict, without rowid;

-- Which browsers a link token linked, and which it did not as there were too many: a link is easily forwarded.
create table link_token_browsers (
  profile_id text not null,
  token_key integer not null,             -- 62-bit key of the token
  visitor_key integer not null,
  is_refused integer not null check (is_refused in (0, 1)),
  primary key (profile_id, token_key, visitor_key)
) strict, without rowid;
create index link_token_browsers_of_browser on link_token_browsers (profile_id, visitor_key);

-- Browsers that a link between own domains brought: each counts as the one that left the other domain.
create table joined_browsers (
  profile_id text not null,
  visitor_key integer not null,           -- 62-bit key of the browser that came
  joined_key integer not null,            -- 62-bit key of the browser as which it counts
  joined blob not null,                   -- the id of that browser, sealed with the profile's key
  joined_at integer not null,
  primary key (profile_id, visitor_key)
) strict, without rowid;
create index joined_browsers_of_joined on joined_browsers (profile_id, joined_key);

-- Tokens of such links that were used in the last two minutes: each works once.
create table join_tokens (
  profile_id text not null,
  token_key integer not null,             -- 62-bit key of the token
  visitor_key integer not null,           -- the browser that used it
  used_at integer not null,
  primary key (profile_id, token_key)
) strict, without rowid;
create index join_tokens_of_browser on join_tokens (profile_id, visitor_key);

-- How many browsers one token may link, from the fact after `after_seq` on.
create table link_token_limits (
  profile_id text not null,
  decision_no integer not null,
  after_seq integer not null,
  browsers integer not null,
  primary key (profile_id, decision_no)
) strict, without rowid;

-- How long a profile keeps people who do not come back, and the content of messages. Without a row all people are kept, and content for 365 days.
create table retention_rules (
  profile_id text primary key references access_profiles (profile_id),
  visitor_days integer check (visitor_days between 30 and 3650),   -- null: browsers of no customer are kept
  customer_days integer check (customer_days between 30 and 3650), -- null: customers are kept
  set_at integer not null,
  set_by text not null,
  checked_at integer,                     -- the last look that found all
  visitors_before integer not null default 0, -- browsers last seen before are removed, microseconds since 1970 …
  visitors_seq integer not null default 0,    -- … but those with later facts than this
  visitors_removed integer not null default 0,
  customers_removed integer not null default 0,
  messages_retention_days integer not null default 365 check (messages_retention_days between 7 and 3650),
  messages_before integer not null default 0 -- content of older messages is removed
) strict, without rowid;
