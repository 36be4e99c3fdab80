/** Returns what a new company has done of its first steps. */
import { DELIVERED_STATUSES } from '#features/orders/domain/order.ts'
import { COMPANY_SETTINGS } from '#kernel/settings/company.ts'
import { missingSettings, storedValues } from '#kernel/settings/form.ts'
import { query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { FIRST_STEPS, firstSteps, type FirstStep } from '../domain/first-steps.ts'

type Facts = Record<Exclude<FirstStep, 'letterhead'>, boolean> & { readonly stored: unknown }

/** One statement asks for all facts. Each question ends at the first row that it finds. */
export const firstStepsQuery = query(firstSteps, async ({ rows }) => {
  const { stored, ...facts } = await rows.one<Facts>(sql`
    select (select value from settings where name = 'company') as stored,
      exists (select from users offset 1) as people,
      exists (select from customers where not system) as customers,
      exists (select from products) as products,
      exists (select from orders) as "order",
      exists (select from orders where status = any(${DELIVERED_STATUSES}::text[])) as delivered`)
  const company = storedValues(COMPANY_SETTINGS, stored)
  const missing = missingSettings(COMPANY_SETTINGS, company).map(({ name }) => name)
  const done = { ...facts, letterhead: missing.length === 0 }
  const over = !company.firstSteps || FIRST_STEPS.every((name) => done[name])
  return { steps: over ? [] : FIRST_STEPS.map((name) => ({ name, done: done[name] })), missing: over ? [] : missing }
})
