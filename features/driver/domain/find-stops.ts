/** Finds stops by what a driver remembers of them. */
import { fold } from '#kernel/fold.ts'
import type { Stop } from './day-now.ts'
import { destinationOf } from '#features/shipping/domain/stops/address-stops.ts'

type Searched = Pick<Stop, 'id' | 'name' | 'label' | 'phone' | 'address' | 'postcode' | 'city'>

/**
 * Reports whether the stop contains all words of the search: in the names or the address of the customer, the phone, or the
 * number of the order. Case and accents do not count, and digits begin a number. An empty search finds all stops.
 */
export function isFound(stop: Searched, search: string): boolean {
  const words = fold(search).split(/\s+/u).filter(Boolean)
  const text = fold([stop.name, stop.label, destinationOf(stop), stop.phone, stop.id].join(' '))
  return words.every((word) =>
    /^\d+$/u.test(word) ? new RegExp(`(^|\\D)${word}`, 'u').test(text) : text.includes(word),
  )
}
