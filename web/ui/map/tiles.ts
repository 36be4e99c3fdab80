/** Reads the address of the map tiles, which the server writes into the page. */

/** Returns the address of tiles with placeholders such as {z}, {x} and {y}, or null if none is configured. */
export function tilesUrl(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content ?? ''
  return /^https?:\/\//.test(content) ? content : null
}
