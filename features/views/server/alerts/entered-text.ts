/** The text of a mail about what entered a view, in the language of its person. */
import { addressOf } from '#kernel/entity.ts'
import { dayText } from '#kernel/day.ts'
import { tagOf } from '#kernel/languages.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import type { ListedThing } from '#server/lists/declared-list.ts'
import { productTexts } from '#server/texts/text-book.ts'
import { viewsEntity } from '../../domain/entity.ts'

type Texts = Readonly<Record<'subject' | 'entered' | 'more' | 'all' | 'off', string>>

type Entered = {
  readonly language: string
  /** The name of the view. */
  readonly name: string
  readonly viewId: number
  /** The rows that the mail names, and how many entered. */
  readonly named: readonly ListedThing[]
  readonly count: number
  readonly publicUrl: string
}

/** Returns subject and body of the mail. */
export function enteredText({ language, name, viewId, named, count, publicUrl }: Entered) {
  const tag = tagOf(language)
  const text = productTexts.textsOf('views', tag)['mail'] as Texts
  const places: Readonly<Record<string, string>> = { name, count: String(count), more: String(count - named.length) }
  const filled = (one: string): string => one.replace(/\{\{(\w+)\}\}/g, (_, place: string) => places[place] ?? '')
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR', useGrouping: 'always' })
  const linkTo = (page: string): string => new URL(page, publicUrl).href
  const lines = named.map(({ title, day, cents, to }) => {
    const parts = [title, day && dayText(day, tag), cents === null ? null : money.format(toNumber(cents, PLACES.cents))]
    return `${parts.filter(Boolean).join(' · ')}\n${linkTo(to)}`
  })
  if (count > named.length) lines.push(filled(text.more))
  const all = `${text.all}\n${linkTo(addressOf(viewsEntity, viewId))}`
  return {
    subject: filled(text.subject).replace(/\s+/g, ' ').slice(0, 200),
    body: [filled(text.entered), ...lines, all, text.off].join('\n\n'),
  }
}
