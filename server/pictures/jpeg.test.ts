import { describe, expect, test } from 'vitest'
import { plainJpeg } from './jpeg.ts'

const bytes = (...parts: (readonly number[] | string)[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (sign) => sign.charCodeAt(0)) : part)),
  )
const segment = (marker: number, content: Uint8Array) =>
  bytes([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff], [...content])

const START = bytes([0xff, 0xd8])
const END = bytes([0xff, 0xd9])
const FRAME = segment(0xc0, bytes([8, 0, 1, 0, 1, 1, 1, 0x11, 0]))
const TABLE = segment(0xc4, bytes([0, 1, 2]))
// data with a stuffed FF and a restart in it
const SCAN = bytes([...segment(0xda, bytes([1, 1, 0, 0, 63, 0]))], [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4])
const JFIF = segment(0xe0, bytes('JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0]))
const PROFILE = segment(0xe2, bytes('ICC_PROFILE\0', [1, 1, 5]))
const ADOBE = segment(0xee, bytes('Adobe', [0, 100]))
const EXIF = segment(0xe1, bytes('Exif\0\0', 'GPS 37.97 23.73'))
const MORE = [
  segment(0xe0, bytes('JFXX\0', 'thumbnail')),
  segment(0xe1, bytes('http://ns.adobe.com/xap/1.0/\0', '<place>Αθήνα</place>')),
  segment(0xe2, bytes('MPF\0', 'second picture')),
  segment(0xed, bytes('Photoshop 3.0\0', 'Ερμού 1')),
  segment(0xef, bytes('anything')),
  segment(0xfe, bytes('a comment')),
]
const jpeg = (...parts: Uint8Array[]) => bytes(...parts.map((part) => [...part]))

describe('a photo', () => {
  test('keeps only the segments that are needed to show it', () => {
    const given = jpeg(START, JFIF, EXIF, PROFILE, ...MORE, ADOBE, FRAME, TABLE, SCAN, END)
    expect(plainJpeg(given)).toEqual(jpeg(START, JFIF, PROFILE, ADOBE, FRAME, TABLE, SCAN, END))
  })

  test('a picture without anything extra stays as it is, in one scan or many', () => {
    const given = jpeg(START, FRAME, TABLE, SCAN, TABLE, SCAN, END)
    expect(plainJpeg(given)).toEqual(given)
    // camera data between two scans of a progressive picture
    expect(plainJpeg(jpeg(START, FRAME, TABLE, SCAN, EXIF, SCAN, END))).toEqual(
      jpeg(START, FRAME, TABLE, SCAN, SCAN, END),
    )
  })

  test('loses the bytes after its end marker, where cameras store a second picture with its place', () => {
    expect(plainJpeg(jpeg(START, FRAME, SCAN, END, START, EXIF, FRAME, SCAN, END))).toEqual(
      jpeg(START, FRAME, SCAN, END),
    )
  })

  test.each([
    ['nothing', bytes()],
    ['text', bytes('<script>alert(1)</script>')],
    ['a PNG', bytes([0x89], 'PNG\r\n')],
    ['a start alone', START],
    ['no picture', jpeg(START, JFIF, END)],
    ['a frame without data', jpeg(START, FRAME, END)],
    ['data without a frame', jpeg(START, SCAN, END)],
    ['no end', jpeg(START, FRAME, SCAN)],
    ['a segment that is longer than the file', bytes([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1])],
    ['a segment of no length', bytes([0xff, 0xd8, 0xff, 0xe1, 0, 0], [...FRAME], [...SCAN], [...END])],
    ['something between segments', bytes([...START], [7], [...FRAME], [...SCAN], [...END])],
  ])('%s is refused', (_, given) => {
    expect(plainJpeg(given)).toBeNull()
  })
})
