/** Names, inputs and outputs of salespersons. */
import { z } from 'zod'
import { defineQuery } from '#kernel/contract.ts'
import { zRate } from '#kernel/money.ts'
import { salespersonsRights } from './rights.ts'

export const zSalespersonOption = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  /** What the salesperson may give on a customer's first order, and on every later one. */
  firstDiscount: zRate,
  normalDiscount: zRate,
})
export type SalespersonOption = z.output<typeof zSalespersonOption>

/** Every salesperson, for forms that choose one: they are few. */
export const salespersonOptions = defineQuery('salespersons.options', {
  right: salespersonsRights.read,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zSalespersonOption) }),
})
