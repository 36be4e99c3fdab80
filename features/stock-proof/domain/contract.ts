/** Declares the names, inputs and outputs of the proof of the stock. */
import { z } from 'zod'
import { LEDGER_REASONS } from '#features/stock/domain/movement.ts'
import { stockRights } from '#features/stock/domain/rights.ts'
import { defineCommand, defineQuery } from '#kernel/contract.ts'

/** The topic of which open pages are notified when a check begins or ends. */
export const CHECKS_TOPIC = 'stock-checks'
/** The address of the page that shows them. */
export const CHECKS_PAGE = '/stock-proof'

/**
 * What is compared: LEDGER is the stock with the sum of its movements, VALUE its value with the sum of their costs and with the average
 * cost, LOANS are the loans of orders with the lent goods of the
 * ledger, PROMISES are the promised quantities with the open orders. The first kinds are stored first.
 */
export const DIFFERENCE_KINDS = ['LEDGER', 'VALUE', 'LOANS', 'PROMISES'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** The most differences that a check stores and the page shows. It counts all. */
export const MOST_DIFFERENCES = 500
/** The number of earlier checks on the page. */
export const SHOWN_CHECKS = 30

const zDifference = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** What follows from the documents: a quantity, or of VALUE cents. */
  right: z.int(),
  stored: z.int(),
  /** The first movement that does not fit; null if every movement fits, or if it is gone. */
  movement: z
    .object({
      id: z.int(),
      at: z.string(),
      reason: z.enum(LEDGER_REASONS),
      person: z.string(),
      quantity: z.int(),
      balance: z.int(),
      /** The balance before it plus its quantity; null for the lent goods of an order. */
      rightBalance: z.int().nullable(),
    })
    .nullable(),
  /** The first order that does not fit. */
  orderId: z.int().nullable(),
  /** The start of the first check that found the difference. */
  since: z.string(),
})
export type StockDifference = z.output<typeof zDifference>

const zCheck = z.object({
  id: z.int(),
  startedAt: z.string(),
  endedAt: z.string(),
  askedBy: z.string(),
  products: z.int(),
  movements: z.int(),
  openOrders: z.int(),
  /** The number of products that differ. */
  differing: z.int(),
  /** The number of all differences, also of those that are not stored. */
  differences: z.int(),
  /** The start of the first of the checks that all found no difference; null if products differ. */
  zeroSince: z.string().nullable(),
})
export type StockCheck = z.output<typeof zCheck>

/** Returns the result of the last check in one line. */
export const proofLine = defineQuery('stock-proof.line', {
  right: stockRights.read,
  input: z.strictObject({}),
  output: z.object({
    /** Null before the first check. */
    last: zCheck.nullable(),
    /** The first product that differs. */
    first: zDifference.nullable(),
  }),
})

/** Returns the last check with its first differences, and the checks before it, newest first. */
export const listChecks = defineQuery('stock-proof.checks', {
  right: stockRights.read,
  input: z.strictObject({}),
  output: z.object({
    /** When the check that has not ended was asked for; null if all have ended. */
    runningSince: z.string().nullable(),
    /** When the last check could not be completed; null if it could. */
    failedAt: z.string().nullable(),
    checks: z.array(zCheck),
    differences: z.array(zDifference),
  }),
})

/** Asks for a check now. If one has not ended yet, nothing is added to it. */
export const startCheck = defineCommand('stock-proof.start-check', {
  right: stockRights.adjust,
  input: z.strictObject({}),
  output: z.object({ id: z.int() }),
})
