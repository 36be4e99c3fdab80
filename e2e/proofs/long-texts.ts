/**
 * A pseudo-language: every text is 40 % longer. With LONG_TEXTS=1 the story of every page is told in it, and so finds
 * what longer words would push out of the window or break. It takes no part in the suite.
 */
import type { Page } from '@playwright/test'

type Texts = { readonly [key: string]: string | Texts }

const SHARE = 0.4
/** Beyond this length a text gets more words; a shorter one is a longer word. */
const ONE_WORD = 12
const FILLING = 'ωραιο'

/** Returns the text with 40 % more letters at its end. Placeholders stay as they are. */
function longer(text: string): string {
  const missing = Math.ceil(text.replace(/\{\{.*?\}\}/g, '').length * SHARE)
  if (text.length <= ONE_WORD) return text + FILLING.repeat(2).slice(0, missing)
  return text + ` ${FILLING}`.repeat(Math.ceil(missing / (FILLING.length + 1)))
}

const lengthen = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? longer(text) : lengthen(text)]),
  )

/** Answers requests for the built texts of a language with longer ones. */
export async function showLongTexts(page: Page): Promise<void> {
  await page.route(/\/assets\/texts-(el|en)-[^/]+\.json$/, async (route) => {
    const built = (await (await route.fetch()).json()) as Texts
    await route.fulfill({ json: lengthen(built) })
  })
}
