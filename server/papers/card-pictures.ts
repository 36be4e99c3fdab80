/** Fetches the pictures of cards that are in the object store, before the cards are drawn. */
import type { Cards } from '#kernel/paper.ts'
import { JPEG_ADDRESS } from '#kernel/photo.ts'
import type { Outside } from '#server/integrations/ports.ts'

/** Returns the cards with their pictures in themselves. A card whose picture the store does not return is printed without it. */
export async function withPictures(made: Cards, { objects }: Outside): Promise<Cards> {
  const names = [...new Set(made.cards.flatMap(({ picture }) => picture ?? []))].filter(
    (picture) => !picture.startsWith(JPEG_ADDRESS),
  )
  const found = new Map<string, string>()
  for (const name of names) {
    const answer = await objects?.get(name)
    if (answer?.kind === 'found') found.set(name, `${JPEG_ADDRESS}${answer.content.toString('base64')}`)
  }
  const pictureOf = (picture: string): string | null =>
    picture.startsWith(JPEG_ADDRESS) ? picture : (found.get(picture) ?? null)
  return {
    ...made,
    cards: made.cards.map((card) => ({ ...card, picture: card.picture === null ? null : pictureOf(card.picture) })),
  }
}
