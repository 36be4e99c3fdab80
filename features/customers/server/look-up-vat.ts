/** Returns the company of a VAT number, with the customers who have this number already. */
import { lookup } from '#server/command.ts'
import { registeredCompany } from '#server/lookups/registered-company.ts'
import { lookUpVat } from '../domain/contract.ts'
import { customersOfVat } from './write-customer.ts'

export const lookUpVatLookup = lookup(lookUpVat, async (reach, { vatNumber }) => {
  const { vat, company, askedAt } = await registeredCompany(reach, vatNumber)
  return { company, askedAt, sameVat: await customersOfVat(reach.rows, vat, null) }
})
