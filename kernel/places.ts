/** Finding a place on the map, from a text and from a point. */
import { z } from 'zod'
import { defineCommand, zText } from './contract.ts'
import type { Right } from './rights.ts'

/** A place on the map with its address. */
export const zPlace = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  lat: z.number(),
  lon: z.number(),
})
export type FoundPlace = z.output<typeof zPlace>

const output = z.object({ places: z.array(zPlace) })

/** Returns the contracts of both look-ups for a feature. They are for a click, never for use while typing. */
export const definePlaceLookups = <R extends Right>(feature: string, right: R) => ({
  /** Returns the places that fit a text, the best first. */
  findPlaces: defineCommand(`${feature}.find-places`, {
    right,
    input: z.strictObject({ text: zText(300).pipe(z.string().min(1)) }),
    output,
  }),
  /** Returns the address at a point of the map; no places over the sea. */
  placeAt: defineCommand(`${feature}.place-at`, {
    right,
    input: z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
    output,
  }),
})
export type PlaceLookups = ReturnType<typeof definePlaceLookups>
