import { lookup } from '#server/command.ts'
import { placeLookups } from '../domain/contract.ts'
import { demandPlaces, questionAbout } from '#server/lookups/stored-places.ts'

/** Returns the places that match a text. */
export const findPlacesLookup = lookup(placeLookups.findPlaces, async (reach, input) => {
  const text = input.text.replace(/\s+/g, ' ')
  return { places: await demandPlaces(reach, questionAbout(text), (places) => places.search(text)) }
})
