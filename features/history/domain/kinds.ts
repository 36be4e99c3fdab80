/** The kinds of records whose changes are shown, and the texts and words of their fields. */
import { NOTE_WORDS } from '#features/delivery-notes/domain/note.ts'
import { BACKUP_WORDS } from '#features/backup/domain/history-words.ts'
import { CUSTOMER_WORDS } from '#features/customers/domain/history-words.ts'
import { INVOICE_WORDS } from '#features/supplier-invoices/domain/history-words.ts'
import { KEY_WORDS } from '#features/keys/domain/history-words.ts'
import { ORDER_WORDS } from '#features/orders/domain/history-words.ts'
import { TASK_WORDS } from '#features/production/domain/history-words.ts'
import { PRODUCT_WORDS } from '#features/products/domain/history-words.ts'
import { RECEIVED_WORDS } from '#features/receiving/domain/history-words.ts'
import { SECTION_WORDS } from '#features/sections/domain/history-words.ts'
import { SETTINGS_WORDS } from '#features/settings/domain/history-words.ts'
import { COUNT_WORDS } from '#features/stock/domain/counting/history-words.ts'
import { ACCOUNT_WORDS } from '#features/users/domain/history-words.ts'
import { RIGHTS_RECORD } from '#accounts/domain/rights.ts'
import { type Role, ROLES } from '#kernel/rights.ts'
import { VIEW_WORDS } from '#features/views/domain/history-words.ts'
import { WEBHOOK_WORDS } from '#features/webhooks/domain/history-words.ts'
import { COMMON_WORDS, type HistoryWords } from '#kernel/history/words.ts'

/** Every kind of record with a history. Its word is `kind.<kind>` of the tables of texts. */
export const KINDS = [
  'orders',
  'customers',
  'providers',
  'products',
  'counts',
  'invoices',
  'received-notes',
  'payments',
  'cash-handovers',
  'till-closings',
  'till-deposits',
  'loans',
  'shipments',
  'tasks',
  'salespersons',
  'banks',
  'bank-statements',
  'sections',
  'users',
  'keys',
  'webhooks',
  'views',
  'backups',
  'settings',
  'rights',
] as const

/** The features that name the fields of kinds which are not named like their feature, the first ones first. */
const FEATURES_OF: Readonly<Record<string, readonly string[]>> = {
  backups: ['backup'],
  counts: ['stock'],
  invoices: ['purchases'],
  customers: ['customers', 'parties'],
  providers: ['providers', 'parties'],
  shipments: ['shipping'],
  tasks: ['production'],
  'cash-handovers': ['payments'],
  'till-closings': ['cash-desk'],
  'till-deposits': ['cash-desk'],
  rights: ['users'],
  'received-notes': ['receiving'],
}

const WORDS: Readonly<Record<string, HistoryWords>> = {
  orders: ORDER_WORDS,
  tasks: TASK_WORDS,
  shipments: NOTE_WORDS,
  customers: CUSTOMER_WORDS,
  products: PRODUCT_WORDS,
  counts: COUNT_WORDS,
  invoices: INVOICE_WORDS,
  'received-notes': RECEIVED_WORDS,
  sections: SECTION_WORDS,
  users: ACCOUNT_WORDS,
  keys: KEY_WORDS,
  webhooks: WEBHOOK_WORDS,
  backups: BACKUP_WORDS,
  views: VIEW_WORDS,
  settings: { ...COMMON_WORDS, ...SETTINGS_WORDS },
}

/** Returns the role whose rights are the record with this number. */
export const roleOfRecord = (id: number): Role | undefined => ROLES.find((role) => RIGHTS_RECORD[role] === id)

/** Returns the features whose texts name the fields of a kind of record. */
export const featuresOf = (entity: string): readonly string[] => FEATURES_OF[entity] ?? [entity]

export const wordsOf = (entity: string): HistoryWords => WORDS[entity] ?? COMMON_WORDS
