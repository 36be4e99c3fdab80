/** Yields pieces of exactly `size` bytes, and a last one that may be shorter or empty. */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly content: Buffer; readonly last: boolean }> {
  let parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of source) {
    parts.push(part)
    bytes += part.byteLength
    if (bytes <= size) continue
    const whole = Buffer.concat(parts)
    let at = 0
    // the last piece is only known at the end, so one piece is always held back
    for (; whole.length - at > size; at += size) yield { content: whole.subarray(at, at + size), last: false }
    parts = [Buffer.from(whole.subarray(at))]
    bytes = whole.length - at
  }
  yield { content: Buffer.concat(parts), last: true }
}
