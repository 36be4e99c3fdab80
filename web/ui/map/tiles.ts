/** Where map tiles come from: the server writes it into the page. */

/** The address of tiles with places such as {z}, {x} and {y}; null when none is configured. */
export function tilesUrl(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content ?? ''
  return /^https?:\/\//.test(content) ? content : null
}
