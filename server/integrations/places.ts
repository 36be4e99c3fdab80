/** The port to a geocoding service: addresses to places on the map and back. */

/** A place with its address; degrees of latitude and longitude. */
export type Place = {
  /** The whole address in one line. */
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
  /** The service cannot be reached, refuses us, or says nothing one can read. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** `person` is who asks: persons take turns where the service wants to be asked slowly. */
export type Places = {
  /** Places that fit a text, the best first; none is an empty list. Never throws. */
  search(text: string, person?: string): Promise<PlacesAnswer>
  /** The address at a point; an empty list over the sea. Never throws. */
  at(point: { readonly lat: number; readonly lon: number }, person?: string): Promise<PlacesAnswer>
}
