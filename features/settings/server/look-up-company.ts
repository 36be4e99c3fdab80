/** Returns what the company registry knows about the own VAT number, so that a person need not type it. */
import { lookup } from '#server/command.ts'
import { registeredCompany } from '#server/lookups/registered-company.ts'
import { lookUpOwnCompany } from '../domain/contract.ts'

export const lookUpOwnCompanyLookup = lookup(lookUpOwnCompany, async (reach, { vatNumber }) => {
  const { company, askedAt } = await registeredCompany(reach, vatNumber)
  return { company, askedAt }
})
