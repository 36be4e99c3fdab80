/** Declares the account of a provider, and the balances of all of them. */
import { z } from 'zod'
import { zAging } from '#features/parties/domain/aging.ts'
import { zOverdue } from '#features/parties/domain/due.ts'
import { defineQuery, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { providersRights } from './rights.ts'

const zEntry = z.object({
  kind: z.enum(['invoice', 'paid', 'returned', 'opening']),
  id: z.int(),
  date: z.string(),
  type: z.string().nullable(),
  reference: z.string(),
  refcode: z.string(),
  amount: zCents,
  /** What is owed after it. */
  balance: zCents,
  cancelled: z.boolean().optional(),
  /** What is open of a charge, and when it is due. Left out if nothing is open. */
  debt: z.object({ open: zCents, due: zDay, late: z.int() }).optional(),
})
export type LedgerRow = z.output<typeof zEntry>

/** Returns the figures of a provider, what is due next, the balance by age, and the ledger. */
export const providerAccount = defineQuery('providers.account', {
  right: providersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    figures: z.object({
      invoiced: zCents,
      paid: zCents,
      returned: zCents,
      opening: zCents,
      balance: zCents,
      invoices: z.int(),
      invoicedThisYear: zCents,
    }),
    due: z.object({
      /** The oldest charge that is not paid in full, with the rest of it and the day on which it is due. */
      charge: z.object({ entry: zEntry.omit({ balance: true, debt: true }), rest: zCents, due: zDay }).nullable(),
      /** The next of our cheques that the bank pays. */
      cheque: z.object({ id: z.int(), date: z.string(), amount: zCents }).nullable(),
    }),
    aging: zAging,
    /** What is open after the day on which it was due; null if nothing is. */
    overdue: zOverdue.nullable(),
    /** Booked invoices, payments and the opening balance, oldest first. */
    ledger: z.array(zEntry),
    /** True if older entries are left out. The first balance includes them. */
    truncated: z.boolean(),
  }),
  about: ({ id }) => ({ providers: id }),
})

const money = { sort: true, sum: true } as const
const age = { ...money, from: 900 } as const

/** The list of all providers with what they delivered, what was paid, and the balance by age. */
export const providerBalanceList = defineList('provider-balances', {
  feature: 'providers',
  right: providersRights.read,
  queries: { list: 'providers.balances', count: 'providers.balances-count', sums: 'providers.balances-sums' },
  size: 150,
  words: 'figures',
  page: '/provider-detail/$id',
  columns: {
    name: field.name(200, { word: 'column.name', sort: true, width: 220, card: 'title' }),
    label: field.name(200, { word: 'column.label', width: 160, from: 1120 }),
    /** Booked inbound invoices. */
    invoiced: field.money(money),
    /** Payments to the provider less what came back. */
    paid: field.money(money),
    balance: field.money(money),
    days30: field.money({ ...age, word: 'parties:aging.days30' }),
    days60: field.money({ ...age, word: 'parties:aging.days60' }),
    days90: field.money({ ...age, word: 'parties:aging.days90' }),
    older: field.money({ ...money, word: 'parties:aging.older' }),
    credit: field.money({ ...money, word: 'parties:aging.credit', hidden: true }),
  },
})
