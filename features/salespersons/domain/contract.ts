/** Declares the names, inputs and outputs of salespersons. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
  zVersion,
} from '#kernel/contract.ts'
import { zRate, zVatRate } from '#kernel/money.ts'
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

export const SALESPERSONS_PAGE = 150
export const SALESPERSON_SORTS = ['id', 'name', 'surname'] as const
const salespersonListInput = listInput({}, SALESPERSON_SORTS)

/** Returns salespersons, by surname unless sorted otherwise. The search reads name and surname. */
export const listSalespersons = defineQuery('salespersons.list', {
  right: salespersonsRights.read,
  input: salespersonListInput,
  output: listOutput(z.object({ id: z.int(), name: z.string(), surname: z.string() })),
})
export const countSalespersons = defineQuery('salespersons.count', {
  right: salespersonsRights.read,
  input: salespersonListInput,
  output: countOutput,
})

export const salespersonDetail = defineQuery('salespersons.detail', {
  right: salespersonsRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({ salesperson: zSalespersonOption.extend({ version: z.int() }) }),
})

/** What the form of a salesperson contains. A discount is a percentage from 0 to 100. */
const fields = {
  name: zName(200).refine((text) => text !== '', { message: 'required' }),
  surname: zName(200).refine((text) => text !== '', { message: 'required' }),
  firstDiscount: zVatRate.default(0 as never),
  normalDiscount: zVatRate.default(0 as never),
}

export const createSalesperson = defineCommand('salespersons.create-salesperson', {
  right: salespersonsRights.write,
  input: z.strictObject(fields),
  output: z.object({ id: z.int() }),
})

/** Changes a salesperson. Refused if somebody else has changed it since the version that the person saw. */
export const changeSalesperson = defineCommand('salespersons.change-salesperson', {
  right: salespersonsRights.write,
  input: z.strictObject({ id: zId, version: zVersion, ...fields }),
  output: z.object({ id: z.int() }),
})
