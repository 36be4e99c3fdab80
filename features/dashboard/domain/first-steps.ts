/** Declares the first steps of a new company, which the dashboard shows to administrators. */
import { z } from 'zod'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'

/** The steps, in the order in which a company takes them. */
export const FIRST_STEPS = ['letterhead', 'people', 'customers', 'products', 'order', 'delivered'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Returns which steps are done, or no steps if all are done or the company has hidden them. */
export const firstSteps = defineQuery('dashboard.first-steps', {
  right: settingsRights.write,
  input: z.strictObject({}),
  output: z.object({
    steps: z.array(z.object({ name: z.enum(FIRST_STEPS), done: z.boolean() })),
    /** The settings of the letterhead that the company needs and has not entered. */
    missing: z.array(z.string()),
  }),
})
