/**
 * Draws a photo again as JPEG in several sizes: upright and without place, time, device and every other data of the camera.
 */
import type sharp from 'sharp'
import { PICTURE_SIZE_NAMES, PICTURE_SIZES, type PictureSize } from '#kernel/photo.ts'
import { Turns } from '#server/runner/turns.ts'

/** The most pixels of a photo; a small file can contain more than the memory holds. Cameras of phones have up to 50 million. */
const MOST_PIXELS = 64_000_000
/** Photos with a longer side are refused, because they are rows of pixels and no photos. */
const LONGEST_SIDE = 16_384
/** Drawing takes memory and a processor, so few photos are drawn at once. Others wait, and more are refused with 503. */
const OF_ALL = { mostEach: 2, mostWaiting: 100 } as const
/** One person draws one photo at a time, so that the photos of one do not fill the queue of all. */
const OF_ONE = { mostEach: 1, mostWaiting: 12 } as const
const QUALITY: Readonly<Record<PictureSize, number>> = { small: 72, medium: 80, large: 84 }
/** The formats that are read, as the library names them. */
const FORMATS = ['jpeg', 'png', 'webp']

export type Drawn = {
  readonly kind: 'drawn'
  readonly sizes: Readonly<Record<PictureSize, Buffer>>
  /** The size in pixels of the largest one. */
  readonly width: number
  readonly height: number
}
export type NotDrawn = { readonly kind: 'no-picture' | 'damaged' | 'too-many-pixels' }

const ofAll = new Turns(OF_ALL)
const ofEach = new Turns(OF_ONE)
let loaded: Promise<typeof sharp> | null = null

/** Loads the library when the first photo comes, so that it does not delay the start. It then reads three formats only. */
function library(): Promise<typeof sharp> {
  loaded ??= import('sharp').then(({ default: draw }) => {
    draw.block({ operation: ['VipsForeignLoad'] })
    draw.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
    draw.cache(false)
    draw.concurrency(1)
    return draw
  })
  return loaded
}

/**
 * Returns the photo of a person in all sizes, or why it cannot be drawn. The content decides what it is, and no name.
 * Refuses more photos than the person, or all together, may have waiting.
 */
export const drawSizes = (bytes: Buffer, person: string): Promise<Drawn | NotDrawn> =>
  ofEach.run(person, () => ofAll.run('photos', () => drawNow(bytes)))

async function drawNow(bytes: Buffer): Promise<Drawn | NotDrawn> {
  const draw = await library()
  const open = () => draw(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS })
  // the size is in the header, so nothing large is unpacked before it is known
  const header =
    bytes.length === 0
      ? null
      : await draw(bytes, { limitInputPixels: false })
          .metadata()
          .catch(() => null)
  if (header === null || !FORMATS.includes(header.format)) return { kind: 'no-picture' }
  const { width, height } = header
  if (width * height > MOST_PIXELS || Math.max(width, height) > LONGEST_SIDE) return { kind: 'too-many-pixels' }
  try {
    // the largest is drawn from the photo, and the others from it
    const large = await open()
      .autoOrient()
      .resize({ width: PICTURE_SIZES.large, height: PICTURE_SIZES.large, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY.large, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
    const smaller = (size: PictureSize) =>
      draw(large.data)
        .resize({ width: PICTURE_SIZES[size], height: PICTURE_SIZES[size], fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: QUALITY[size], mozjpeg: true })
        .toBuffer()
    const sizes: Record<PictureSize, Buffer> = { small: large.data, medium: large.data, large: large.data }
    for (const size of PICTURE_SIZE_NAMES) if (size !== 'large') sizes[size] = await smaller(size)
    return { kind: 'drawn', sizes, width: large.info.width, height: large.info.height }
  } catch {
    return { kind: 'damaged' }
  }
}
