-- The last audit of utm parameters that was completed: totals, no values.
create table utm_audits (
  profile_id text primary key,
  computed_at integer not null,
  summary text not null check (json_valid(summary))
) strict, without rowid;

-- Findings that were ever not ok, as they were when the watch last measured them; is_alerted: quality.alert was announced and has not ended.
create table quality_findings (
  profile_id text not null,
  name text not null,
  status text not null check (status in ('ok', 'attention', 'problem')),
  since integer not null,
  is_alerted integer not null,
  measured_at integer not null,
  problem_since integer, -- null: it is none, or became one before this
  primary key (profile_id, name)
) strict, without rowid;

-- Fixes of findings: the finding before, and 72 hours after.
create table quality_fixes (
  profile_id text not null,
  name text not null,
  applied_at integer not null,
  operation text not null,
  before text not null check (json_valid(before)),
  after text check (json_valid(after)),
  measured_at integer,
  primary key (profile_id, name, applied_at)
) strict, without rowid;

-- Spend and cash of a day when it was two days old: what exports, mails and reports of that time say of it.
create table quality_day_marks (
  profile_id text not null,
  day text not null,
  taken_at integer not null,
  goal text not null,
  currency text not null,
  spend text,
  cash text,
  primary key (profile_id, day)
) strict, without rowid;

-- Stretches in which a sender sent nothing, or next to nothing, though it usually does in these hours. They stay after they have ended: figures
-- of that time lack what was not sent.
create table quality_outages (
  profile_id text not null,
  sender text not null,
  from_at integer not null,               -- milliseconds since 1970
  to_at integer,                          -- null: it goes on
  events integer not null,                -- that came all the same, or later
  usual integer not null,                 -- that were to be expected
  found_at integer not null,
  primary key (profile_id, sender, from_at)
) strict, without rowid;

-- Answers of readings that take long, for the first one after a start: what was asked, and the version and the rest that it depends on.
create table quality_readings (
  profile_id text not null,
  name text not null,                     -- canonical JSON: the reading and its parameters
  mark text not null,                     -- local day, last decision, queue, code
  version text not null,                  -- of the figures, with hour and file
  computed_at integer not null,
  took_ms integer not null,
  answer text not null check (json_valid(answer)),
  primary key (profile_id, name)
) strict, without rowid;

-- Decisions that money which is in no figure needs no cure, by the reason why it is outside and what it is of. No figure depends on one.
create table quality_closings (
  profile_id text not null,
  kind text not null check (kind in ('cash', 'spend')),
  reason text not null check (
    reason in ('uncounted_type', 'without_rate', 'refused', 'refund_without_sale', 'refund_without_effect', 'left_out_by_goal')
  ),
  subject text not null,                  -- event type, currency, or what was refused, from whom and why
  closing_id text not null unique,
  decision text not null check (decision in ('not_a_conversion', 'not_ours')),
  decided_by text not null,
  decided_at integer not null,
  primary key (profile_id, kind, reason, subject)
) strict, without rowid;
