import { expect, test } from 'vitest'
import { plainPng } from './png.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const part = (name: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
}
const header = (width: number, height: number): Buffer => {
  const content = Buffer.alloc(13)
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  return part('IHDR', content)
}
const PIXELS = part('IDAT', Buffer.from([1, 2, 3]))
const END = part('IEND', Buffer.alloc(0))

test('texts, camera data and bytes after the end are removed, and the size is returned', () => {
  const picture = Buffer.concat([SIGNATURE, header(300, 100), PIXELS, END])
  const secret = part('tEXt', Buffer.from('Author\0Maria'))
  const long = Buffer.concat([
    SIGNATURE,
    header(300, 100),
    secret,
    PIXELS,
    part('eXIf', Buffer.from('GPS')),
    END,
    secret,
  ])
  const plain = plainPng(long)
  expect(plain).toMatchObject({ width: 300, height: 100 })
  expect(Buffer.from(plain?.bytes ?? []).equals(picture)).toBe(true)
})

test.each([
  ['another file', Buffer.from('<svg onload="alert(1)"/>')],
  ['a cut file', Buffer.concat([SIGNATURE, header(3, 3), PIXELS]).subarray(0, 40)],
  ['a file without pixels', Buffer.concat([SIGNATURE, header(3, 3), END])],
  ['a file whose header is not first', Buffer.concat([SIGNATURE, PIXELS, header(3, 3), END])],
  [
    'a part that is longer than the file',
    Buffer.concat([SIGNATURE, header(3, 3), Buffer.from('7fffffff49444154', 'hex')]),
  ],
  ['an empty file', Buffer.alloc(0)],
])('%s is no picture', (_what, bytes) => {
  expect(plainPng(bytes)).toBeNull()
})
