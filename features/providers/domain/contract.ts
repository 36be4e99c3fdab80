/** Declares the names, inputs and outputs of providers: lists, one provider, and the commands that write providers. */
import { z } from 'zod'
import { definePartyContracts } from '#features/parties/domain/contract.ts'
import { countOutput, defineQuery, listInput, listOutput, zName } from '#kernel/contract.ts'
import { providersRights } from './rights.ts'

export const PROVIDERS_PAGE = 150
export const PROVIDER_SORTS = ['name', 'label', 'vat', 'phone', 'address', 'id'] as const

/** What is read and written of one provider is the same as of every party. */
export const providerContracts = definePartyContracts('providers', 'provider', providersRights)

const zFilter = zName(100)
const input = listInput(
  { name: zFilter, label: zFilter, vat: zFilter, phone: zFilter, address: zFilter, city: zFilter },
  PROVIDER_SORTS,
)

const zProviderRow = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  vat: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
})

export const listProviders = defineQuery('providers.list', {
  right: providersRights.read,
  input,
  output: listOutput(zProviderRow),
})

export const countProviders = defineQuery('providers.count', {
  right: providersRights.read,
  input,
  output: countOutput,
})
