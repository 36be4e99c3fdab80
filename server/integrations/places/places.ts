/** The interface of a geocoding service: from addresses to places on the map and back. */

/** A place with its address, in degrees of latitude and longitude. */
export type Place = {
  /** The whole address as one text. */
  readonly name: string
  /** Street and number. */
  readonly street: string
  readonly city: string
  readonly postcode: string
  readonly country: string
  readonly lat: number
  readonly lon: number
}

export type PlacesAnswer =
  | { readonly kind: 'found'; readonly places: readonly Place[] }
  /** The service cannot be reached, refuses the account, or answers in an unknown form. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** `person` is the account that asks. Persons take turns if the service limits the rate of questions. */
export type Places = {
  /** Returns places that match a text, the best first; an empty list if there are none. Never throws. */
  search(text: string, person?: string): Promise<PlacesAnswer>
  /** Returns the address at a point; an empty list over the sea. Never throws. */
  at(point: { readonly lat: number; readonly lon: number }, person?: string): Promise<PlacesAnswer>
}
