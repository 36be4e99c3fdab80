/** The columns that every payment of the demo company has, with their types. */
export const PAYMENT_COLUMNS = {
  bound: 'text',
  type: 'text',
  amount_cents: 'bigint',
  date: 'date',
  entity_name: 'text',
  refcode: 'text',
  bank_name: 'text',
  expire_date: 'date',
  issuer: 'text',
  iban: 'text',
  receipt_code: 'text',
  user_id: 'bigint',
  user_name: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const
