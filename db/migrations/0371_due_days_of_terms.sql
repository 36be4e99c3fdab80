-- The due day of a tax document is that of the terms of payment. A company that had set days for its documents keeps them.
insert into settings (name, value)
select 'terms', jsonb_build_object('customerDays', value -> 'dueDays') from settings
where name = 'tax' and value ->> 'dueDays' ~ '^[1-9]\d{0,2}$' and (value ->> 'dueDays')::integer <= 365
on conflict (name) do nothing;
update settings set value = value - 'dueDays' where name = 'tax' and value ? 'dueDays';
