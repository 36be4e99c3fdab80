/** Declares the list of banks that the office keeps. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zName, zVersion } from '#kernel/contract.ts'
import { paymentsRights } from './rights.ts'

/** Returns all banks by name. Forms propose those that are not hidden. */
export const listBanks = defineQuery('payments.banks', {
  right: paymentsRights.read,
  input: z.strictObject({}),
  output: z.object({
    banks: z.array(z.object({ id: z.int(), name: z.string(), hidden: z.boolean(), version: z.int() })),
  }),
})
export type Bank = z.output<typeof listBanks.output>['banks'][number]

/** Creates a bank, or renames, hides or shows one. `bank` is null for a new one. */
export const saveBank = defineCommand('payments.save-bank', {
  right: paymentsRights.write,
  input: z.strictObject({
    bank: z.strictObject({ id: zId, version: zVersion }).nullable(),
    name: zName(200),
    hidden: z.boolean().default(false),
  }),
  output: z.object({ id: z.int() }),
})
