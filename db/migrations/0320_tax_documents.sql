-- Documents that are not settled get what the accounting service reads from this version on, with the values that were sent until now:
-- invoice 1.1 or credit note 5.1, one reason for lines without VAT, own products. Settled documents stay as they were issued.
update accounting_documents d set request = d.request || jsonb_build_object(
  'type', case d.kind when 'invoice' then '1.1' else '5.1' end,
  'dueDay', d.request -> 'day',
  'paymentWay', 5,
  'movePurpose', null,
  'issuer', (d.request -> 'issuer') || '{"country": "GR", "branch": 0, "streetNumber": "", "taxOffice": "", "profession": "", "gemi": ""}',
  'customer', (d.request -> 'customer') || jsonb_build_object('branch', 0, 'streetNumber', '', 'taxOffice', '', 'profession', '', 'gemi', '',
    'country', case when d.request -> 'customer' ->> 'country' ~ '^[A-Z]{2}$' and d.request -> 'customer' ->> 'country' <> 'EL'
      then d.request -> 'customer' ->> 'country' else 'GR' end),
  'lines', (
    select jsonb_agg(line || jsonb_build_object(
      'measurement', case line ->> 'unit' when 'KG' then 2 when 'Litter' then 3 when 'Meter' then 4 else 7 end,
      'measuredPlaces', 4,
      'vatCategory', case (line ->> 'vatRate')::int when 2400 then 1 when 1300 then 2 when 600 then 3 when 1700 then 4 when 900 then 5
        when 400 then 6 when 300 then 9 else 7 end,
      'exemption', case (line ->> 'vatRate')::int when 0
        then coalesce((select (value ->> 'vatExemption')::int from settings where name = 'accounting'), 1) end,
      'income', jsonb_build_object(
        'category', coalesce((select value ->> 'classificationCategory' from settings where name = 'accounting'), 'category1_2'),
        'type', coalesce((select value ->> 'classificationType' from settings where name = 'accounting'), 'E3_561_001'))) order by at)
    from jsonb_array_elements(d.request -> 'lines') with ordinality as l (line, at)))
where d.status in ('WAITING', 'SENDING', 'UNKNOWN', 'CONFLICT') and d.request ? 'lines';

-- The reason why lines in Greece have no VAT moves to the settings of tax documents, where a person can change it.
insert into settings (name, value)
select 'tax', jsonb_build_object('exemptionHome', value -> 'vatExemption') from settings
where name = 'accounting' and value ? 'vatExemption'
on conflict (name) do nothing;
