/** Groups pins that would cover each other on the screen, so that each can be pressed. */
import type { Pin } from './place-map.ts'

/** A pin is 30 by 40 pixels. This distance leaves a gap between two, so that a finger meets the one it means. */
const APART = { x: 36, y: 46 }

/** The pins that are drawn at the place of the first one. */
export type PinGroup = readonly [Pin, ...Pin[]]

/**
 * Returns the groups of pins in their order. A pin joins the first group whose place it would cover, so the places of two
 * groups never cover each other. `pixelOf` returns where a pin is on the screen.
 */
export function groupNear(pins: readonly Pin[], pixelOf: (pin: Pin) => { x: number; y: number }): PinGroup[] {
  const groups: { at: { x: number; y: number }; pins: [Pin, ...Pin[]] }[] = []
  for (const pin of pins) {
    const { x, y } = pixelOf(pin)
    const near = groups.find(({ at }) => Math.abs(at.x - x) < APART.x && Math.abs(at.y - y) < APART.y)
    if (near) near.pins.push(pin)
    else groups.push({ at: { x, y }, pins: [pin] })
  }
  return groups.map((group) => group.pins)
}
