import { expect, test } from 'vitest'
import { type LinkPlace, MOST_BETWEEN, routeLinks } from './route-links.ts'

const spotAt = (index: number): LinkPlace => ({ spot: { lat: 38 + index / 100, lon: 23.5 }, address: `Ερμού ${index}` })
const roundTrip = (stops: number): LinkPlace[] => [
  { spot: { lat: 37.5, lon: 23.1234567 }, address: '' },
  ...Array.from({ length: stops }, (_, index) => spotAt(index)),
  { spot: { lat: 37.5, lon: 23.1234567 }, address: '' },
]
const placesOf = (href: string): string[] => {
  const { searchParams } = new URL(href)
  return [
    searchParams.get('origin') ?? '',
    ...(searchParams.get('waypoints')?.split('|') ?? []),
    searchParams.get('destination') ?? '',
  ]
}

test('two stops are in one link that begins and ends at the company', () => {
  const [link, ...more] = routeLinks(roundTrip(2), MOST_BETWEEN.desk)
  expect(more).toEqual([])
  expect(link).toEqual({
    href: 'https://www.google.com/maps/dir/?api=1&origin=37.5%2C23.123457&destination=37.5%2C23.123457&waypoints=38%2C23.5%7C38.01%2C23.5&travelmode=driving',
    from: 1,
    to: 3,
  })
})

test.each([
  [9, 'desk', 1],
  [10, 'desk', 2],
  [12, 'phone', 4],
  [60, 'desk', 7],
] as const)('%i stops on a %s are %i links, each beginning where the one before ends', (stops, where, count) => {
  const links = routeLinks(roundTrip(stops), MOST_BETWEEN[where])
  expect(links).toHaveLength(count)
  const parts = links.map(({ href }) => placesOf(href))
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(MOST_BETWEEN[where] + 2)
  expect(parts.slice(1).map((part) => part[0])).toEqual(parts.slice(0, -1).map((part) => part.at(-1)))
  const driven = parts.flatMap((part, index) => (index === 0 ? part : part.slice(1)))
  expect(driven).toHaveLength(stops + 2)
  expect(new Set(driven).size).toBe(stops + 1)
})

test('a place without coordinates is linked by its address, and one without both is left out but counts in the positions', () => {
  const unplaced: LinkPlace = { spot: null, address: 'Ερμού 12 & Αιόλου, 10563 Αθήνα' }
  const links = routeLinks([spotAt(0), { spot: null, address: ' ' }, unplaced, spotAt(1)], MOST_BETWEEN.desk)
  expect(links).toMatchObject([{ from: 2, to: 3 }])
  expect(placesOf(links[0]?.href ?? '')).toEqual(['38,23.5', 'Ερμού 12 & Αιόλου, 10563 Αθήνα', '38.01,23.5'])
})

test('long addresses make shorter parts, and no link is longer than the site accepts', () => {
  const long = Array.from({ length: 8 }, (_, index) => ({ spot: null, address: `${'Ωμέγα '.repeat(20)}${index}` }))
  const links = routeLinks(long, MOST_BETWEEN.desk)
  expect(links.length).toBeGreaterThan(1)
  for (const { href } of links) expect(href.length).toBeLessThanOrEqual(2_048)
  expect(links.flatMap(({ href }, index) => placesOf(href).slice(index === 0 ? 0 : 1))).toHaveLength(8)
})

test('a link of exactly as many characters as the site accepts stays whole', () => {
  const linksOf = (letters: number) =>
    routeLinks([spotAt(0), { spot: null, address: 'a'.repeat(letters) }, spotAt(1)], MOST_BETWEEN.desk)
  const others = (linksOf(1)[0]?.href.length ?? 0) - 1
  const most = 2_048 - others
  expect([linksOf(most).length, linksOf(most + 1).length]).toEqual([1, 2])
})

test.each([
  [
    'that begins at its first place',
    'first',
    [
      [1, 1],
      [2, 2],
    ],
  ],
  [
    'from the position of the phone',
    'here',
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  ],
] as const)('in a route %s an address that is too long for any link has a link alone', (_what, begins, parts) => {
  const long = { spot: null, address: 'a'.repeat(3_000) }
  const links = routeLinks([spotAt(0), long, spotAt(1)], MOST_BETWEEN.desk, begins)
  expect(links.map(({ from, to }) => [from, to])).toEqual(parts)
})

test('links from the position of the phone have no origin, contain each place once, and need only one place', () => {
  const stops = Array.from({ length: 9 }, (_, index) => spotAt(index))
  const links = routeLinks(stops, MOST_BETWEEN.phone, 'here')
  expect(links.map(({ from, to }) => [from, to])).toEqual([
    [0, 3],
    [4, 7],
    [8, 8],
  ])
  for (const { href } of links) expect(new URL(href).searchParams.has('origin')).toBe(false)
  expect(links.flatMap(({ href }) => placesOf(href).slice(1))).toHaveLength(9)
  expect(routeLinks([], MOST_BETWEEN.phone, 'here')).toEqual([])
})

test('a route that begins at its first place needs a second one', () => {
  expect(routeLinks([spotAt(0)], 9)).toEqual([])
  expect(routeLinks([], 9)).toEqual([])
})
