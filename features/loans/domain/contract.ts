/** Declares the names, inputs and outputs of the loans of returnable pieces. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
  zOptionalText,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
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
    /** Confirms a return of more than the customer holds. The history stores it (C-75). */
    reason: zOptionalText(500),
  }),
  output: z.object({ id: z.int(), balance: zQuantity }),
})

const zProductBalance = z.object({
  productId: z.int().nullable(),
  productName: z.string(),
  quantity: zQuantity,
})

/**
 * Returns the loan balance of one customer, in total and by product, and what of it the customer holds. Products with a balance of 0
 * are left out.
 */
export const customerLoans = defineQuery('loans.of-customer', {
  right: loansRights.read,
  input: z.strictObject({ customerId: zId }),
  output: z.object({ total: zQuantity, products: z.array(zProductBalance.extend({ held: zQuantity })) }),
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
  customer: z.string(),
  productId: z.int().nullable(),
  product: z.string(),
  orderId: z.int().nullable(),
  origin: z.enum(LOAN_ORIGINS),
  quantity: zQuantity,
  person: z.string(),
  note: z.string().nullable(),
  /** Why more was returned than the customer held (C-75). */
  reason: z.string().nullable(),
})
export type LoanRow = z.output<typeof zLoan>

export const LOAN_SORTS = ['at', 'customer', 'product', 'quantity'] as const

export const loanListInput = listInput(
  {
    customerId: zId,
    productId: zId,
    orderId: zId,
    /** Parts of the names. */
    customer: zName(200),
    product: zName(200),
    bound: z.array(z.enum(LOAN_BOUNDS)),
    origin: z.array(z.enum(LOAN_ORIGINS)),
    atFrom: zDay,
    atTo: zDay,
  },
  LOAN_SORTS,
)

/** Returns the loan records behind the balances, newest first unless asked otherwise. */
export const loanList = defineQuery('loans.list', {
  right: loansRights.read,
  input: loanListInput,
  output: listOutput(zLoan),
})

export const countLoans = defineQuery('loans.count', {
  right: loansRights.read,
  input: loanListInput,
  output: countOutput,
})
