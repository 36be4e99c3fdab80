import { useState } from 'react'

/** An address as it was when it got the place on the map that it has. */
export function useWhenPlaced<A extends Readonly<Record<string, unknown>>>(address: A): A {
  const [placed, setPlaced] = useState(address)
  if (placed['lat'] === address['lat'] && placed['lon'] === address['lon']) return placed
  setPlaced(address)
  return address
}
