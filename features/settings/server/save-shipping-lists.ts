import { command } from '#server/command.ts'
import { saveShippingLists } from '../domain/contract.ts'
import { readCompany, readShippingLists, saveCompany, saveSetting } from './company.ts'

/** The settings are one record; its history is under this number. */
const SETTINGS_RECORD = 1

/** Keeps the lists that planning chooses from, and the place where rounds start and end. */
export const saveShippingListsCommand = command(saveShippingLists, async (work, { drivers, vehicles, place }) => {
  const { tx } = work
  const [before, company] = [await readShippingLists(tx), await readCompany(tx)]
  await saveSetting(tx, 'shipping', { ...before, drivers, vehicles })
  await saveCompany(tx, { place })
  work.record({
    entity: 'settings',
    id: SETTINGS_RECORD,
    changes: {
      drivers: [before.drivers, drivers],
      vehicles: [before.vehicles, vehicles],
      place: [company.place, place],
    },
  })
  return { drivers: drivers.length, vehicles: vehicles.length }
})
