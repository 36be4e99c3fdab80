/** Declares the names, inputs and outputs of salespersons. */
import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { zRate } from '#kernel/money.ts'
import { salespersonsRights } from './rights.ts'

const zSalespersonOption = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  /** The discount in percent for a customer's first order, and for every later one. */
  firstDiscount: zRate,
  normalDiscount: zRate,
})
export type SalespersonOption = z.output<typeof zSalespersonOption>

/** Returns all salespersons, for forms that choose one. There are only a few. */
export const salespersonOptions = defineQuery('salespersons.options', {
  right: salespersonsRights.read,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zSalespersonOption) }),
})
