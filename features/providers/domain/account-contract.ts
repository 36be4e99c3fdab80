/** Declares the account of a provider, and the balances of all of them. */
import { z } from 'zod'
import { zAging } from '#features/parties/domain/aging.ts'
import { zOverdue } from '#features/parties/domain/due.ts'
import { countOutput, defineQuery, listInput, listOutput, sumsOutput, zId } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents } from '#kernel/money.ts'
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

export const BALANCES_PAGE = 150
export const BALANCE_SORTS = [
  'balance',
  'name',
  'invoiced',
  'paid',
  'days30',
  'days60',
  'days90',
  'older',
  'credit',
] as const

const zBalance = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  /** Booked inbound invoices. */
  invoiced: zCents,
  /** Payments to the provider less what came back. */
  paid: zCents,
  balance: zCents,
  ...zAging.shape,
})
export type ProviderBalance = z.output<typeof zBalance>

const input = listInput({}, BALANCE_SORTS)

/** Returns every provider with what they delivered, what was paid, and the balance by age. */
export const listProviderBalances = defineQuery('providers.balances', {
  right: providersRights.read,
  input,
  output: listOutput(zBalance),
})

export const countProviderBalances = defineQuery('providers.balances-count', {
  right: providersRights.read,
  input,
  output: countOutput,
})

/** Sums the figures of all providers that the search finds. */
export const sumProviderBalances = defineQuery('providers.balances-sums', {
  right: providersRights.read,
  input,
  output: sumsOutput,
})
