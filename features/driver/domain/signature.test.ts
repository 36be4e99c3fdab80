import { expect, test } from 'vitest'
import { whyNotClosed } from '#features/shipping/domain/closing.ts'
import { SIGNATURE_FIELD, zSignature } from '#features/shipping/domain/delivery.ts'
import { drawnOn, pointAt, withStroke } from './signature.ts'

const box = { left: 20, top: 100, width: 250, height: 100 }

test('a position on the box becomes a point of the field, and one beyond its edge a point on the edge', () => {
  expect(pointAt({ clientX: 145, clientY: 150 }, box)).toEqual([500, 200])
  expect(pointAt({ clientX: -80, clientY: 900 }, box)).toEqual([0, SIGNATURE_FIELD.height])
})

test('points too close to the previous one are left out', () => {
  const stroke = drawnOn(drawnOn(drawnOn([], [100, 100]), [102, 102]), [110, 100])
  expect(stroke).toEqual([
    [100, 100],
    [110, 100],
  ])
})

test('the server accepts the longest possible drawing', () => {
  let stroke: [number, number][] = []
  for (let step = 0; step < 3_000; step++)
    stroke = drawnOn(stroke, [1_000 - ((step * 37) % 901), 400 - ((step * 91) % 301)])
  let signature: [number, number][][] = []
  for (let count = 0; count < 100; count++) signature = withStroke(signature, stroke)
  expect(zSignature.safeParse(signature).success).toBe(true)
  expect(whyNotClosed({ action: 'deliver', proof: { signature } })).toBeNull()
  expect(stroke.length).toBeGreaterThan(900)
})

test('a point five units from the previous one is drawn', () => {
  expect(drawnOn([[100, 100]], [103, 104])).toHaveLength(2)
})

test('a signature has at most 60 strokes', () => {
  const strokes = (count: number): [number, number][][] => Array.from({ length: count }, () => [[1, 1]])
  expect([59, 60].map((count) => withStroke(strokes(count), [[2, 2]]).length)).toEqual([60, 60])
})
