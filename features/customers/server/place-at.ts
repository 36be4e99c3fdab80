import { lookup } from '#server/command.ts'
import { placeLookups } from '../domain/contract.ts'
import { demandPlaces } from '#server/lookups/stored-places.ts'

/** Points within about a metre count as the same place. */
const fiveDigits = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

/** Returns the address at a point of the map. */
export const placeAtLookup = lookup(placeLookups.placeAt, async (reach, input) => {
  const [lat, lon] = [fiveDigits(input.lat), fiveDigits(input.lon)]
  return { places: await demandPlaces(reach, `at ${lat},${lon}`, (places) => places.at({ lat, lon })) }
})
