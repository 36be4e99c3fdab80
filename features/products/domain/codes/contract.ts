/** Declares how codes of goods are found, proposed, and given to many products at once. */
import { z } from 'zod'
import { defineCommand, defineQuery, type OutputOf, zId, zName, zVersion } from '#kernel/contract.ts'
import { MOST_MANY } from '../many/contract.ts'
import { productsRights } from '../rights.ts'
import { CODE_PROBLEMS, zCnCode } from './cn-code.ts'

/** What the loaded list says of a code. */
const zListedCode = z.object({
  code: z.string(),
  /** The text of the list; empty if it does not contain the code. */
  text: z.string(),
  problem: z.enum(CODE_PROBLEMS).nullable(),
  /** The first and the last day on which the code is valid. Null where the list names none. */
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
})
export type ListedCode = z.output<typeof zListedCode>

/**
 * Returns the first codes of the loaded list that are valid today and begin with the typed digits or contain the typed words. `loaded` is
 * false while no list was loaded.
 */
export const searchCodes = defineQuery('products.search-codes', {
  right: productsRights.read,
  input: z.strictObject({ search: zName(200).default('') }),
  output: z.object({ loaded: z.boolean(), codes: z.array(zListedCode) }),
})

/** Returns what the list says of one code. */
export const codeDetail = defineQuery('products.code', {
  right: productsRights.read,
  input: z.strictObject({ code: zCnCode }),
  output: z.object({ loaded: z.boolean(), listed: zListedCode }),
})

/** Returns the valid codes that most products of a category have, the most frequent first. Services do not count. */
export const proposedCodes = defineQuery('products.proposed-codes', {
  right: productsRights.read,
  input: z.strictObject({ category: zName(100) }),
  output: z.object({ proposals: z.array(z.object({ code: z.string(), text: z.string(), count: z.int() })) }),
})

/** Returns products with their codes by name, each with the proposal of its category. Services and products that are gone are left out. */
export const codesOfMany = defineQuery('products.codes-of', {
  right: productsRights.write,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MOST_MANY) }),
  output: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        version: z.int(),
        name: z.string(),
        sku: z.string(),
        category: z.string(),
        cnCode: z.string().nullable(),
        problem: z.enum(CODE_PROBLEMS).nullable(),
        /** The code that most other products of its category have; null if none has one. */
        proposal: z.string().nullable(),
      }),
    ),
  }),
})
export type CodedRow = OutputOf<typeof codesOfMany>['rows'][number]

/** Gives products their codes, all or none. It refuses if another person changed one of them since. */
export const changeCodes = defineCommand('products.change-codes', {
  right: productsRights.write,
  input: z.strictObject({
    products: z
      .array(z.strictObject({ id: zId, version: zVersion, cnCode: zCnCode.nullable() }))
      .min(1)
      .max(MOST_MANY)
      .refine((products) => new Set(products.map(({ id }) => id)).size === products.length),
  }),
  output: z.object({ changed: z.int() }),
})
