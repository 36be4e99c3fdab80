/** Declares the accounts of the company at the tax office (myDATA): one for the real environment and one for tests. */
import { z } from 'zod'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { defineCommand, defineQuery, zText } from '#kernel/contract.ts'
import { zTrial } from '#kernel/settings/environment.ts'

const zKnown = z.object({ userId: z.string() }).nullable()

/** Returns the accounts without their keys, which are never shown again. */
export const taxOfficeAccounts = defineQuery('invoicing.tax-office', {
  right: settingsRights.write,
  input: z.strictObject({}),
  output: z.object({
    real: zKnown,
    test: zKnown,
    /** True in the demo company, whose tax office is simulated. */
    simulated: z.boolean(),
  }),
})

const environment = { test: z.boolean() }

/** Stores an account. Without a key the stored one stays, if the user name is the same. */
export const saveTaxOffice = defineCommand('invoicing.save-tax-office', {
  right: settingsRights.write,
  input: z.strictObject({
    ...environment,
    userId: zText(100),
    key: z.string().trim().max(200).default(''),
  }),
  output: z.object({ done: z.boolean() }),
})

export const forgetTaxOffice = defineCommand('invoicing.forget-tax-office', {
  right: settingsRights.write,
  input: z.strictObject(environment),
  output: z.object({ done: z.boolean() }),
})

/** Asks the tax office for the documents of today, and returns whether it answers. */
export const tryTaxOffice = defineCommand('invoicing.try-tax-office', {
  right: settingsRights.write,
  input: z.strictObject(environment),
  output: zTrial,
})
