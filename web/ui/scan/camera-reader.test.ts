import bars from 'bwip-js/node'
import { expect, test } from 'vitest'
import { lightOf, openLightReader, patient } from './camera-reader.ts'

const WIDTH = 640
const HEIGHT = 120

/** A picture of a barcode as a camera gives it: red, green, blue and opacity of each point. */
function pictureOf(bcid: string, text: string): Uint8ClampedArray {
  const points = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(235)
  const [code] = bars.raw({ bcid, text })
  if (!code || !('sbs' in code)) throw new Error('no bars')
  let x = 100
  for (const [place, width] of code.sbs.entries()) {
    const end = x + width * 3
    for (; x < end; x += 1)
      for (let y = 0; y < HEIGHT && place % 2 === 0; y += 1) points.set([25, 20, 30], (y * WIDTH + x) * 4)
  }
  return points
}

test('the camera reads the number on a label and the code on goods, and nothing where there is none', async () => {
  const read = await openLightReader()
  const see = (points: Uint8ClampedArray) => read(lightOf(points), WIDTH, HEIGHT)
  expect(await see(pictureOf('code128', '1204'))).toBe('1204')
  expect(await see(pictureOf('ean13', '5201234567894'))).toBe('5201234567894')
  expect(await see(new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(200))).toBeNull()
})

test('a picture that fails is a picture without a code; a reader that only fails gives way to another', async () => {
  const video = document.createElement('video')
  let pictures = 0
  const broken = async () => {
    pictures += 1
    if (pictures !== 2) throw new Error('no service')
    return '1204'
  }
  const read = patient(broken, async () => async () => '1205')
  expect(await read(video)).toBeNull()
  expect(await read(video)).toBe('1204')
  const rest: (string | null)[] = []
  for (let more = 0; more < 6; more += 1) rest.push(await read(video))
  expect(rest).toEqual([null, null, null, null, null, '1205'])
})
