/**
 * Lists every table of the database: those that a backup contains, and the others with the reason. `npm run check` compares both
 * lists with db/schema.sql, so a new table must be named here.
 */

import { INSTALLATION_SETTINGS } from '#server/restoring/installation-settings.ts'

/** The tables that a backup contains, with all their rows unless `WITHOUT` says otherwise. */
export const CONTAINED = [
  'account_days',
  'accounting_documents',
  'api_keys',
  'bank_layouts',
  'bank_lines',
  'bank_statements',
  'banks',
  'cash_handovers',
  'cheques',
  'commission_changes',
  'commission_months',
  'count_lines',
  'counted_goods',
  'counts',
  'credit_lines',
  'credits',
  'customers',
  'debt_changes',
  'deleted_photos',
  'delivery_notes',
  'delivery_photos',
  'delivery_proofs',
  'document_comparisons',
  'document_differences',
  'document_numbers',
  'document_series',
  'ended_goods',
  'files',
  'goods_changes',
  'goods_codes',
  'goods_months',
  'history',
  'idempotency_keys',
  'import_columns',
  'import_lines',
  'import_words',
  'imports',
  'inbound_invoice_lines',
  'inbound_invoices',
  'lent_sums',
  'loaded_parcels',
  'loan_balances',
  'loans',
  'lost_documents',
  'mail_recipients',
  'mails',
  'merged_references',
  'merges',
  'messages',
  'moved_in',
  'movement_events',
  'notes',
  'notice_marks',
  'open_debts',
  'opening_balances',
  'order_lines',
  'order_loans',
  'order_plans',
  'order_texts',
  'order_words',
  'orders',
  'payment_matches',
  'payments',
  'photo_contents',
  'photo_uses',
  'photos',
  'place_answers',
  'postings',
  'preferences',
  'products',
  'promised_lines',
  'provider_products',
  'providers',
  'purchase_answers',
  'purchase_files',
  'received_answers',
  'received_costs',
  'received_notes',
  'registry_answers',
  'reminded_debts',
  'reminder_stops',
  'reminders',
  'requirement_materials',
  'requirement_steps',
  'role_rights',
  'salespersons',
  'saved_views',
  'sections',
  'security_events',
  'settings',
  'shipment_orders',
  'shipments',
  'stock_check_differences',
  'stock_checks',
  'stock_movements',
  'task_materials',
  'task_presses',
  'tasks',
  'till_closings',
  'till_deposits',
  'users',
  'vies_answers',
  'view_alerts',
  'waiting_facts',
  'webhook_deliveries',
  'webhooks',
  'write_offs',
] as const

/** The tables that no backup contains, with the reason. A restore leaves their rows as they are, unless the reason says otherwise. */
export const EXCUSED = {
  account_links:
    'A link that sets a password would be a key to an account. A restore removes those of changed accounts.',
  api_key_use: 'It counts the requests of the present minute.',
  backups: 'It describes the files of the backups themselves.',
  begun_sign_ins: 'It expires after minutes.',
  change_list: 'It names the list of changes of this installation. A restore begins another one.',
  comparisons_under_way: 'It belongs to a question to the tax office that takes at most some minutes.',
  derived_differences: 'The next night finds what differs.',
  jobs: 'What waited is found again from the documents, which are asked about first. A restore removes what waits.',
  known_devices: 'It belongs to the sign-ins of this installation. A restore removes those of changed accounts.',
  ledger_differences: 'The next night finds what the ledger lacks.',
  listed_changes: 'Programs have read them of this installation. A restore removes them.',
  move_in_records: 'It is on its way in from an earlier system, which still has it.',
  move_ins:
    'It describes what came from an earlier system, and contains the key of its address. A restore stops what has not ended.',
  noted_changes: 'They are numbered within moments. A restore removes them.',
  public_requests: 'It limits requests without a sign-in to this installation.',
  push_devices: 'It ends with its session.',
  push_keys: 'Its private key belongs to the devices of this installation.',
  recovery_codes: 'It is a key to an account.',
  refresh_tokens: 'It ends with its session.',
  restores: 'It describes what was done with backups.',
  schedules: 'It contains the next runs of this installation.',
  schema_migrations: 'The manifest names the migrations.',
  second_factors: 'It is a key to an account. A restore removes those of changed accounts.',
  service_turns: 'It contains the next moments at which outside services may be asked.',
  sessions: 'It is a key to an account. A restore ends those of changed accounts.',
  sign_in_attempts: 'It limits attempts to sign in to this installation.',
} as const

/** Columns that no backup contains: the passwords and PINs of people. */
export const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  users: ['password_hash', 'pin_hash', 'factor_since'],
}

/** Rows that no backup contains, as a condition on the table, because they belong to this installation. */
export const ROWS_KEPT: Readonly<Record<string, string>> = {
  settings: `name in (${Object.values(INSTALLATION_SETTINGS)
    .map((name) => `'${name}'`)
    .join(', ')})`,
}

/** The value of a column that the backup lacks and that must not be empty: no password matches it. */
export const FILLED: Readonly<Record<string, Readonly<Record<string, string>>>> = { users: { password_hash: "'none'" } }

/**
 * Columns that the export as CSV and SQL leaves out besides those of `WITHOUT`, because others read it: hashes and encrypted secrets. Each has
 * the value that the SQL writes in its place.
 */
export const NOT_OUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api_keys: { key_hash: "'none-' || id" },
  webhooks: { sealed_secret: "'none'" },
}
