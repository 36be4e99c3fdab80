/** Removes what is not needed to show a PNG: texts, times, camera data and bytes after its end. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** The parts that decide how the picture looks: header, palette, pixels, end, transparency, colours and resolution. */
const NEEDED = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs']
/** Length, name and checksum of a part, in bytes. */
const AROUND = { length: 4, name: 4, sum: 4 } as const

type PlainPng = { readonly bytes: Uint8Array; readonly width: number; readonly height: number }

/** Returns the PNG without other parts, and its size in pixels. Null if `bytes` is no complete PNG. */
export function plainPng(bytes: Uint8Array): PlainPng | null {
  if (SIGNATURE.some((byte, at) => bytes[at] !== byte)) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, SIGNATURE.length)]
  let size: { width: number; height: number } | null = null
  let hasPixels = false
  for (let at = SIGNATURE.length; at + AROUND.length + AROUND.name <= bytes.length; ) {
    const length = view.getUint32(at)
    const end = at + AROUND.length + AROUND.name + length + AROUND.sum
    if (end > bytes.length) return null
    const name = String.fromCharCode(...bytes.subarray(at + AROUND.length, at + AROUND.length + AROUND.name))
    // the header is the first part, and has width and height at its beginning
    if ((size === null) !== (name === 'IHDR')) return null
    if (name === 'IHDR') {
      if (length !== 13) return null
      size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    }
    if (name === 'IDAT') hasPixels = true
    if (NEEDED.includes(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') return size !== null && hasPixels ? { bytes: Buffer.concat(parts), ...size } : null
    at = end
  }
  return null
}
