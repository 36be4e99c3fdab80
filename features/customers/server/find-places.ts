import { lookup } from '#server/command.ts'
import { findPlaces } from '../domain/contract.ts'
import { placesFor, questionAbout } from './kept-places.ts'

/** Places that fit a text. */
export const findPlacesLookup = lookup(findPlaces, async (reach, input) => {
  const text = input.text.replace(/\s+/g, ' ')
  return { places: await placesFor(reach, questionAbout(text), (places) => places.search(text)) }
})
