import { lookup } from '#server/command.ts'
import { placeAt } from '../domain/contract.ts'
import { placesFor } from './kept-places.ts'

/** A metre more or less is the same place. */
const fiveDigits = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

/** The address at a point of the map. */
export const placeAtLookup = lookup(placeAt, async (reach, input) => {
  const [lat, lon] = [fiveDigits(input.lat), fiveDigits(input.lon)]
  return { places: await placesFor(reach, `at ${lat},${lon}`, (places) => places.at({ lat, lon })) }
})
