import { changes } from '#kernel/changes.ts'
import { command, query } from '#server/command.ts'
import { refuseStale } from '#server/history.ts'
import { saveShippingLists, shippingLists } from '../domain/contract.ts'
import { readCompany, readShippingLists, saveCompany, saveSetting } from '#server/company.ts'

/** The id of the shipping lists in histories. */
export const SHIPPING_LISTS_RECORD = 1

/**
 * Saves the lists for planning and the place where routes start and end. Refuses if another person has changed them.
 */
export const saveShippingListsCommand = command(
  saveShippingLists,
  async (work, { drivers, vehicles, place, shown }) => {
    const { tx } = work
    const [before, company] = [await readShippingLists(tx), await readCompany(tx)]
    const now = [before.drivers, before.vehicles, company.place]
    if (JSON.stringify(now) !== JSON.stringify([shown.drivers, shown.vehicles, shown.place]))
      await refuseStale(tx, 'settings', SHIPPING_LISTS_RECORD, 0)
    await saveSetting(tx, 'shipping', { ...before, drivers, vehicles })
    await saveCompany(tx, { place })
    work.record({
      entity: 'settings',
      id: SHIPPING_LISTS_RECORD,
      changes: changes(
        { drivers: before.drivers, vehicles: before.vehicles, place: company.place },
        { drivers, vehicles, place },
      ),
    })
    return { drivers: drivers.length, vehicles: vehicles.length }
  },
)

export const shippingListsQuery = query(shippingLists, async ({ rows }) => {
  const lists = await readShippingLists(rows)
  const { address, place } = await readCompany(rows)
  const spot: [number, number] | null = place && [place[0], place[1]]
  return { drivers: [...lists.drivers], vehicles: [...lists.vehicles], address, place: spot }
})
