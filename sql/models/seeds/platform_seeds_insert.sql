-- One row per row of the seed.
insert into platform_seeds
select unnest(
  from_json(
    $rows,
    '[{
      "platform": "varchar", "family": "varchar", "source": "varchar", "category": "varchar", "channel": "varchar", "account_prefix": "varchar",
      "is_any_company": "boolean"
    }]'
  ),
  recursive := true
)
