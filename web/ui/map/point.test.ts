import { describe, expect, it } from 'vitest'
import greece from './greece.json'
import { asPoint, pointOf } from './point.ts'

type Ring = [number, number][]

/** Reports whether a point is inside a ring, by counting the edges that a line to the east crosses. */
function within([x, y]: readonly [number, number], ring: Ring): boolean {
  let inside = false
  ring.forEach(([ax, ay], place) => {
    const [bx, by] = ring.at(place - 1) ?? [ax, ay]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  })
  return inside
}

const landOf = (name: string): Ring[] =>
  (greece as unknown as { features: { properties: { name: string }; geometry: { coordinates: Ring[][] } }[] }).features
    .filter((feature) => feature.properties.name === name)
    .flatMap((feature) => feature.geometry.coordinates.map((rings) => rings[0] ?? []))

describe('points', () => {
  it('stay on the globe however far the map was moved', () => {
    expect(pointOf(37.98380000001, 23.7275 + 720)).toEqual({ lat: 37.9838, lon: 23.7275 })
    expect(pointOf(99, -190)).toEqual({ lat: 90, lon: 170 })
  })

  it('have two numbers in range, including the equator', () => {
    expect(asPoint(0, 0)).toEqual({ lat: 0, lon: 0 })
    for (const [lat, lon] of [
      ['37.9', 23.7],
      [null, null],
      [37.9, undefined],
      [91, 0],
    ])
      expect(asPoint(lat, lon)).toBeNull()
  })
})

describe('the outline of Greece', () => {
  it('contains the mainland and every large island', () => {
    const places: Record<string, [number, number]> = {
      mainland: [22.4, 39.6],
      Peloponnese: [22.3, 37.5],
      Crete: [24.9, 35.2],
      Euboea: [23.9, 38.6],
      Lesbos: [26.3, 39.2],
      Rhodes: [28.0, 36.25],
      Chios: [26.05, 38.4],
      Kefalonia: [20.58, 38.2],
      Corfu: [19.83, 39.65],
      Lemnos: [25.2, 39.92],
      Samos: [26.8, 37.75],
      Naxos: [25.5, 37.05],
      Zakynthos: [20.75, 37.8],
      Thasos: [24.7, 40.7],
      Andros: [24.85, 37.85],
      Lefkada: [20.65, 38.7],
      Karpathos: [27.15, 35.55],
      Kos: [27.1, 36.8],
      Kythira: [23.0, 36.25],
      Ikaria: [26.15, 37.6],
      Syros: [24.92, 37.43],
    }
    const land = landOf('greece')
    for (const [name, point] of Object.entries(places))
      expect(
        land.some((ring) => within(point, ring)),
        name,
      ).toBe(true)
    expect(
      land.some((ring) => within([25.2, 38.5], ring)),
      'the Aegean is sea',
    ).toBe(false)
  })

  it('shows the neighbouring countries as not Greek', () => {
    const tirana: [number, number] = [19.82, 41.33]
    expect(landOf('around').some((ring) => within(tirana, ring))).toBe(true)
    expect(landOf('greece').some((ring) => within(tirana, ring))).toBe(false)
  })
})
