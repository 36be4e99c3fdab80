/** Declares the proposal that makes the tasks of an order fit its changed lines (C-63), and the command that accepts it. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { productionRights } from '../rights.ts'
import { SURPLUS_CHOICES } from './plan-changes.ts'

/** What happens to a product: its chain is closed, goes on for the stock or is created; it has no recipe; it is asked for, or no longer. */
export const FIT_ACTIONS = ['close', 'keep', 'create', 'unknown', 'buy', 'drop'] as const
export type FitAction = (typeof FIT_ACTIONS)[number]

const zFitRow = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  action: z.enum(FIT_ACTIONS),
  quantity: zQuantity,
})
export type FitRow = z.output<typeof zFitRow>

const zProposal = z.object({
  rows: z.array(zFitRow),
  /** How many products are made less of for the order, and how many more. */
  less: z.int(),
  more: z.int(),
  /** Names exactly this proposal. The command is refused if it would do something else. */
  seen: z.string(),
})
export type Proposal = z.output<typeof zProposal>

/** A product of which the order needs another quantity than when its tasks were made. */
const zNeedChange = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  before: zQuantity,
  after: zQuantity,
})

const zFit = z.object({
  needs: z.array(zNeedChange),
  /** The new day of the order and how many tasks not begun follow it; null if none does. */
  delivery: z.object({ before: z.string().nullable(), after: z.string().nullable(), tasks: z.int() }).nullable(),
  close: zProposal,
  keep: zProposal,
})
export type Fit = z.output<typeof zFit>

/** Returns what would make the tasks of an order fit its lines. */
export const orderFit = defineQuery('production.order-fit', {
  right: productionRights.write,
  input: z.strictObject({ orderId: zId }),
  output: z.object({
    /** Null if the tasks fit, or if the order has none. */
    fit: zFit.nullable(),
  }),
  about: ({ orderId }) => ({ orders: orderId }),
})

/** Makes the tasks of an order fit its lines, exactly as the person saw it proposed. */
export const fitTasks = defineCommand('production.fit-tasks', {
  right: productionRights.write,
  input: z.strictObject({
    orderId: zId,
    /** What happens to superfluous tasks that nobody has begun. */
    surplus: z.enum(SURPLUS_CHOICES),
    /** The `seen` of the proposal. */
    seen: z.string().max(100),
  }),
  output: z.object({
    /** The numbers of tasks that were closed, go on for the stock, were created, and got another day. */
    closed: z.int(),
    kept: z.int(),
    created: z.int(),
    moved: z.int(),
  }),
})
