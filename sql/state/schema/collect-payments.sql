-- The merchant's current correction of a payment; each change is a decision as well.
create table payment_settlements (
  profile_id text not null,
  payment_seq integer not null,
  payer_no integer,                       -- the customer said to have paid; null while nobody was named
  payer_decision integer,                 -- the decision that said so last
  is_installment integer check (is_installment in (0, 1)), -- null while nothing was said
  first_payment_seq integer,
  primary key (profile_id, payment_seq)
) strict, without rowid;

-- Refunds recorded by hand, withdrawn ones included: the n-th of a payment is the fact under its n-th key.
create table payment_refunds (
  profile_id text not null,
  payment_seq integer not null,
  turn integer not null,
  refund_seq integer not null,
  withdrawn_at integer,
  primary key (profile_id, payment_seq, turn)
) strict, without rowid;

-- Statements and sales sheets that were uploaded, and what became of each.
create table statement_imports (
  import_no integer primary key autoincrement,
  import_id text not null unique,
  profile_id text not null,
  status text not null check (status in ('parsed', 'committing', 'completed', 'undone')),
  file_name blob not null,                  -- sealed by the profile's key: people put names into it
  found text not null check (json_valid(found)),           -- how the file is written, its columns, what its rows would bring
  plan text not null check (json_valid(plan)),             -- how it is read: as proposed, then as confirmed
  result text check (result is null or json_valid(result)), -- what the commit brought
  created_by text not null,
  created_at integer not null,              -- milliseconds since 1970, as every time here
  expires_at integer not null,              -- until when the upload is kept
  committed_at integer,
  undone_at integer
) strict;
create index statement_imports_by_profile on statement_imports (profile_id, import_no);
create index statement_imports_by_expiry on statement_imports (expires_at) where status in ('parsed', 'committing');

-- The text of an upload, packed, in pieces, each sealed by the profile's key. Gone once the import is through or has expired.
create table statement_pieces (
  import_id text not null,
  piece_no integer not null,
  profile_id text not null,
  sealed blob not null,
  primary key (import_id, piece_no)
) strict, without rowid;
create index statement_pieces_by_profile on statement_pieces (profile_id);

-- Facts that an import brought itself, or found brought before, as ranges of seqs: what undoing it takes out, and what it leaves.
create table statement_facts (
  profile_id text not null,
  import_id text not null,
  first_seq integer not null,
  last_seq integer not null,
  is_own integer not null check (is_own in (0, 1)),
  primary key (profile_id, import_id, first_seq)
) strict, without rowid;
