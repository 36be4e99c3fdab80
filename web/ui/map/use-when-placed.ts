import { useState } from 'react'

/** Returns the address as it was when its present place on the map was set. */
export function useWhenPlaced<A extends Readonly<Record<string, unknown>>>(address: A): A {
  const [placed, setPlaced] = useState(address)
  if (placed['lat'] === address['lat'] && placed['lon'] === address['lon']) return placed
  setPlaced(address)
  return address
}
