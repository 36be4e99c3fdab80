/** Returns the shipping lists for editing: drivers without an account, vehicles, and the start of routes. */
import { query } from '#server/command.ts'
import { shippingLists } from '../domain/contract.ts'
import { readCompany, readShippingLists } from './company.ts'

export const shippingListsQuery = query(shippingLists, async ({ rows }) => {
  const lists = await readShippingLists(rows)
  const { address, place } = await readCompany(rows)
  const spot: [number, number] | null = place && [place[0], place[1]]
  return { drivers: [...lists.drivers], vehicles: [...lists.vehicles], address, place: spot }
})
