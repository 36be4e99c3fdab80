/** Declares the names, inputs and outputs of the loans of returnable pieces. */
import { z } from 'zod'
import { zNamedCustomer } from '#features/customers/domain/contract.ts'
import { defineCommand, defineQuery, zId, zName, zOptionalText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { field, orNone } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { LOAN_BOUNDS, LOAN_ORIGINS } from './loan.ts'
import { loansRights } from './rights.ts'

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

/** Returns the first customers that match the text in a picker, with the pieces that each holds. Those who hold some come first. */
export const loanHolders = defineQuery('loans.holders', {
  right: loansRights.read,
  input: z.strictObject({ search: zName(200).default('') }),
  output: z.object({ rows: z.array(zNamedCustomer.extend({ held: zQuantity })) }),
})

/** The loan records behind the balances, newest first unless asked otherwise. */
export const loanList = defineList('loan-records', {
  // its table is on a page of laundry
  feature: 'laundry',
  right: loansRights.read,
  queries: { list: 'loans.list', count: 'loans.count' },
  size: 150,
  words: 'records',
  columns: {
    at: field.moment({ column: 'created_at', sort: true, filter: true, card: 'end' }),
    bound: field.choice(LOAN_BOUNDS, { words: 'loans:bound', filter: 'many' }),
    quantity: field.quantity({ word: 'ageing.quantity', sort: true }),
    customer: field.name(200, {
      column: 'customer_name',
      word: 'ageing.customer',
      sort: true,
      filter: true,
      width: 190,
      card: 'title',
    }),
    product: field.name(200, { column: 'product_name', word: 'ageing.product', sort: true, filter: true, width: 190 }),
    origin: field.choice(LOAN_ORIGINS, { words: 'origin', filter: 'many', from: 760 }),
    orderId: orNone(field.id({ word: 'records.order' })),
    person: field.name(200, { column: 'user_name', from: 1120 }),
    /** Why more was returned than the customer held (C-75). */
    reason: orNone(field.text(500, { word: 'return.reason', from: 1360 })),
  },
  row: { customerId: z.int().nullable(), productId: z.int().nullable(), note: z.string().nullable() },
  filters: { customerId: zId, productId: zId, orderId: zId },
})
