/** Removes camera data (place, time, device, author) from a JPEG. */

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
const COMMENT = 0xfe
/** Reports whether a marker begins a frame: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Reports whether a marker has no length: restarts and TEM. */
const isAlone = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01

/** Reports whether an application segment is needed to show the picture: JFIF, ICC profile, Adobe colours. */
function isNeeded(marker: number, content: Uint8Array): boolean {
  const begins = (word: string) => Array.from(word).every((sign, at) => content[at] === sign.charCodeAt(0))
  if (marker === 0xe0) return begins('JFIF\0')
  if (marker === 0xe2) return begins('ICC_PROFILE\0')
  return marker === 0xee && begins('Adobe')
}

/**
 * Returns the JPEG without camera data, comments and bytes after its end; null if `bytes` is no complete JPEG. The EXIF
 * rotation is lost.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  let frames = 0
  let scans = 0
  let at = 2
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) return null
    // any number of fill bytes may stand before a marker
    while (bytes[at + 1] === 0xff) at += 1
    const marker = bytes[at + 1]
    if (marker === undefined) return null
    if (marker === END) {
      parts.push(bytes.subarray(at, at + 2))
      return frames === 1 && scans > 0 ? joined(parts) : null
    }
    if (isAlone(marker)) {
      at += 2
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    const next = at + 2 + length
    if (length < 2 || next > bytes.length || marker < 0xc0) return null
    const isAdded = marker === COMMENT || (marker >= 0xe0 && marker <= 0xef)
    if (!isAdded || isNeeded(marker, bytes.subarray(at + 4, next))) parts.push(bytes.subarray(at, next))
    if (isFrame(marker)) frames += 1
    at = next
    if (marker === SCAN) {
      scans += 1
      const until = endOfScan(bytes, at)
      parts.push(bytes.subarray(at, until))
      at = until
    }
  }
  return null
}

/** Returns the position after the data of a scan. They end at a marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
