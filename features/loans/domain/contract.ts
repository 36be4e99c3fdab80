/** Declares the names, inputs and outputs of the loans of returnable pieces. */
import { z } from 'zod'
import { defineCommand, defineQuery, listOutput, zId, zOptionalText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { LOAN_BOUNDS, LOAN_ORIGINS } from './loan.ts'
import { loansRights } from './rights.ts'

export const LOANS_PAGE = 150

/**
 * Records a loan by hand. The input is optional here, because the rule itself refuses missing fields with one message.
 */
export const recordLoan = defineCommand('loans.record-loan', {
  right: loansRights.write,
  input: z.strictObject({
    bound: z.enum(LOAN_BOUNDS),
    customerId: zId.nullish(),
    productId: zId.nullish(),
    quantity: zQuantity.nullish(),
    note: zOptionalText(500),
    /** Confirms a return beyond the balance. The history stores it (C-75). */
    reason: zOptionalText(500),
  }),
  output: z.object({ id: z.int(), balance: zQuantity }),
})

const zProductBalance = z.object({
  productId: z.int().nullable(),
  productName: z.string(),
  quantity: zQuantity,
})

/** Returns the loan balance of one customer, in total and by product. Products with a balance of 0 are left out. */
export const customerLoans = defineQuery('loans.of-customer', {
  right: loansRights.read,
  input: z.strictObject({ customerId: zId }),
  output: z.object({ total: zQuantity, products: z.array(zProductBalance) }),
})

/** Returns the loan balance of all customers together, in total and by product. */
export const loanTotals = defineQuery('loans.totals', {
  right: loansRights.read,
  input: z.strictObject({}),
  output: z.object({ total: zQuantity, products: z.array(zProductBalance) }),
})

/** Returns the loan balances of one product by customer. Customers with a balance of 0 are left out. */
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

/** Returns the loan records behind the balances, newest first. */
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
