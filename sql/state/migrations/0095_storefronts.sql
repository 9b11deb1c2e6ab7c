-- Apps that stand in a storefront marketplace, which collects for the workspaces that they make.
alter table apps add column storefront text check (storefront in ('shopify')); -- null: in none

create table subscriptions_now (
  workspace_id text primary key references workspaces (workspace_id),
  processor text not null check (processor in ('local', 'stripe', 'shopify')),
  period_start integer not null,
  period_end integer,                     -- null: until somebody changes it
  is_past_due integer not null check (is_past_due in (0, 1)),
  customer_ref text,
  subscription_ref text,
  updated_at integer not null
) strict;
insert into subscriptions_now select * from subscriptions;
drop table subscriptions;
alter table subscriptions_now rename to subscriptions;
