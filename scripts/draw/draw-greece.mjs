/**
 * Draws web/ui/map/greece.json: the land of Greece and of its neighbours, for maps without tiles.
 *
 *   node scripts/run.mjs scripts/draw/draw-greece.mjs
 *
 * The data is from Natural Earth (public domain), in the package world-atlas. Borders are simplified as shared arcs, so
 * that neighbouring countries still touch. Land outside the frame is cut off.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { feature } from 'topojson-client'

const ROOT = join(import.meta.dirname, '..', '..')
const GREECE = '300'
const NEIGHBOURS = ['008', '807', '100', '792']
/** West, south, east, north. */
const FRAME = [18, 33.5, 31, 43]
/** In degrees: about 150 and 600 metres. */
const FINE = 0.0015
const COARSE = 0.006

const atlas = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'), 'utf8'))
const { scale, translate } = atlas.transform
const arcs = atlas.arcs.map((arc) => {
  let [x, y] = [0, 0]
  return arc.map(([right, up]) => {
    x += right
    y += up
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
})

/** Returns the distance of a point from the line between two others. */
function offLine([x, y], [fromX, fromY], [toX, toY]) {
  const [width, height] = [toX - fromX, toY - fromY]
  const length = width ** 2 + height ** 2
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * width + (y - fromY) * height) / length))
  return Math.hypot(x - fromX - along * width, y - fromY - along * height)
}

/** Removes points that hardly change the line (Douglas and Peucker). */
function simplified(points, tolerance) {
  if (points.length < 3) return points
  const [first, last] = [points[0], points.at(-1)]
  let [farthest, distance] = [0, 0]
  for (let place = 1; place < points.length - 1; place++) {
    const off = offLine(points[place], first, last)
    if (off > distance) [farthest, distance] = [place, off]
  }
  if (distance <= tolerance) return [first, last]
  return [
    ...simplified(points.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplified(points.slice(farthest), tolerance),
  ]
}

const country = (id) => atlas.objects.countries.geometries.find((geometry) => geometry.id === id)
const ofGreece = new Set(
  country(GREECE)
    .arcs.flat(2)
    .map((arc) => (arc < 0 ? ~arc : arc)),
)
const drawn = {
  type: 'Topology',
  objects: {},
  arcs: arcs.map((arc, index) => simplified(arc, ofGreece.has(index) ? FINE : COARSE)),
}

/** Returns the part of a ring on one side of a line of the frame (Sutherland and Hodgman). */
function clipped(ring, inside, crossing) {
  return ring.flatMap((point, place) => {
    const before = ring.at(place - 1)
    if (inside(point)) return inside(before) ? [point] : [crossing(before, point), point]
    return inside(before) ? [crossing(before, point)] : []
  })
}
const atX = (x) => (a, b) => [x, a[1] + ((x - a[0]) / (b[0] - a[0])) * (b[1] - a[1])]
const atY = (y) => (a, b) => [a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]), y]

function framed(ring) {
  const [west, south, east, north] = FRAME
  const sides = [
    [([x]) => x >= west, atX(west)],
    [([x]) => x <= east, atX(east)],
    [([, y]) => y >= south, atY(south)],
    [([, y]) => y <= north, atY(north)],
  ]
  return sides.reduce((points, [inside, crossing]) => clipped(points, inside, crossing), ring.slice(0, -1))
}

/** Rounds to three decimals, which is a hundred metres. Points that become equal are merged. */
function rounded(ring) {
  const points = ring.map((point) => point.map((degrees) => Math.round(degrees * 1000) / 1000))
  const different = points.filter((point, place) => String(point) !== String(points.at(place - 1)))
  return different.length < 3 ? null : [...different, different[0]]
}

const outline = (id) => {
  const { geometry } = feature(drawn, country(id))
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
  return polygons
    .map((rings) => rings.map((ring) => rounded(framed(ring))).filter(Boolean))
    .filter((rings) => rings.length > 0)
}

const land = (name, coordinates) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'MultiPolygon', coordinates },
})
const text = JSON.stringify({
  type: 'FeatureCollection',
  features: [land('around', NEIGHBOURS.flatMap(outline)), land('greece', outline(GREECE))],
})
writeFileSync(join(ROOT, 'web/ui/map/greece.json'), `${text}\n`)
console.log(`web/ui/map/greece.json: ${Math.round(text.length / 1000)} kB`)
