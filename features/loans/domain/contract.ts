/** Names, inputs and outputs of the loans of returnable pieces. */
import { z } from 'zod'
import { defineCommand, defineQuery, listOutput, zId, zOptionalText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { LOAN_BOUNDS, LOAN_ORIGINS } from './loan.ts'
import { loansRights } from './rights.ts'

export const LOANS_PAGE = 150

/** A loan written by hand. Everything is asked for by the rule itself, which says so in one sentence. */
export const recordLoan = defineCommand('loans.record-loan', {
  right: loansRights.write,
  input: z.strictObject({
    bound: z.enum(LOAN_BOUNDS),
    customerId: zId.nullish(),
    productId: zId.nullish(),
    quantity: zQuantity.nullish(),
    note: zOptionalText(500),
    /** Confirms that more comes back than the balance says; the history keeps it (C-75). */
    reason: zOptionalText(500),
  }),
  output: z.object({ id: z.int(), balance: zQuantity }),
})

const zProductBalance = z.object({
  productId: z.int().nullable(),
  productName: z.string(),
  quantity: zQuantity,
})

/** What one customer has of each product, and of all together. Products that came back in full are left out. */
export const customerLoans = defineQuery('loans.of-customer', {
  right: loansRights.read,
  input: z.strictObject({ customerId: zId }),
  output: z.object({ total: zQuantity, products: z.array(zProductBalance) }),
})

/** Net quantity out there: in all, and of each product. */
export const loanTotals = defineQuery('loans.totals', {
  right: loansRights.read,
  input: z.strictObject({}),
  output: z.object({ total: zQuantity, products: z.array(zProductBalance) }),
})

/** Who has how much of one product. Customers who brought everything back are left out. */
export const productLoans = defineQuery('loans.of-product', {
  right: loansRights.read,
  input: z.strictObject({ productId: zId }),
  output: z.object({
    total: zQuantity,
    customers: z.array(z.object({ customerId: z.int().nullable(), customerName: z.string(), quantity: zQuantity })),
  }),
})

export const zLoan = z.object({
  id: z.int(),
  at: z.string(),
  bound: z.enum(LOAN_BOUNDS),
  customerId: z.int().nullable(),
  customerName: z.string(),
  productId: z.int().nullable(),
  productName: z.string(),
  orderId: z.int().nullable(),
  origin: z.enum(LOAN_ORIGINS),
  quantity: zQuantity,
  person: z.string(),
  note: z.string().nullable(),
})

/** The records behind the balances, newest first. */
export const loanList = defineQuery('loans.list', {
  right: loansRights.read,
  input: z.strictObject({
    customerId: zId.optional(),
    productId: zId.optional(),
    orderId: zId.optional(),
    page: z.int().min(1).max(100_000).default(1),
  }),
  output: listOutput(zLoan),
})
