import bars from 'bwip-js/node'
import { expect, test } from 'vitest'
import { brightnessOf, openBrightnessReader, withFallback } from './camera-reader.ts'

const WIDTH = 640
const HEIGHT = 120

/** Returns the picture of a barcode as a camera delivers it: red, green, blue and opacity of each pixel. */
function pictureOf(bcid: string, text: string): Uint8ClampedArray {
  const points = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(235)
  const [code] = bars.raw({ bcid, text })
  if (!code || !('sbs' in code)) throw new Error('the library drew no bars')
  let x = 100
  for (const [place, width] of code.sbs.entries()) {
    const end = x + width * 3
    for (; x < end; x += 1)
      for (let y = 0; y < HEIGHT && place % 2 === 0; y += 1) points.set([25, 20, 30], (y * WIDTH + x) * 4)
  }
  return points
}

test('the camera reads the barcode of a label and of a product, and nothing in a picture without one', async () => {
  const read = await openBrightnessReader()
  const see = (points: Uint8ClampedArray) => read(brightnessOf(points), WIDTH, HEIGHT)
  expect(await see(pictureOf('code128', '1204'))).toBe('1204')
  expect(await see(pictureOf('ean13', '5201234567894'))).toBe('5201234567894')
  expect(await see(new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(200))).toBeNull()
})

test('a failed picture counts as one without a code, and a reader that always fails is replaced', async () => {
  const video = document.createElement('video')
  let pictures = 0
  const broken = async () => {
    pictures += 1
    if (pictures !== 2) throw new Error('the barcode service is not available')
    return '1204'
  }
  const read = withFallback(broken, async () => async () => '1205')
  expect(await read(video)).toBeNull()
  expect(await read(video)).toBe('1204')
  const rest: (string | null)[] = []
  for (let more = 0; more < 6; more += 1) rest.push(await read(video))
  expect(rest).toEqual([null, null, null, null, null, '1205'])
})
