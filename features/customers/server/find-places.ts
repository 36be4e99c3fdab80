import { lookup } from '#server/command.ts'
import { findPlaces } from '../domain/contract.ts'
import { demandPlaces, questionAbout } from './stored-places.ts'

/** Returns the places that match a text. */
export const findPlacesLookup = lookup(findPlaces, async (reach, input) => {
  const text = input.text.replace(/\s+/g, ' ')
  return { places: await demandPlaces(reach, questionAbout(text), (places) => places.search(text)) }
})
