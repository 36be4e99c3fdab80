import { fold } from '#kernel/fold.ts'
import { lookup } from '#server/command.ts'
import { findPlaces } from '../domain/contract.ts'
import { placesFor } from './kept-places.ts'

/** Places that fit a text; two spellings of one text are one question. */
export const findPlacesLookup = lookup(findPlaces, async (reach, input) => {
  const text = input.text.replace(/\s+/g, ' ')
  return { places: await placesFor(reach, `search ${fold(text)}`, (places) => places.search(text)) }
})
