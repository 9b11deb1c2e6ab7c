-- What a workspace pays for, where it does: the period that is paid, and its names at the payment processor. The plan itself and
-- whether it is on trial stand with the workspace.
create table subscriptions (
  workspace_id text primary key references workspaces (workspace_id),
  processor text not null check (processor in ('local', 'stripe')),
  period_start integer not null,
  period_end integer,                     -- null: until somebody changes it
  is_past_due integer not null check (is_past_due in (0, 1)),
  customer_ref text,
  subscription_ref text,
  updated_at integer not null
) strict;
