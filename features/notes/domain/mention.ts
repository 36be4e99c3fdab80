/** Finds the colleagues whom a text names with @. The form and the server use the same rule. */
import { fold } from '#kernel/fold.ts'

type Colleague = { readonly id: number; readonly name: string }

/** The longest part of a name that is looked up while a person types. */
const MOST_TYPED = 40

/** Returns the ids of the colleagues whose whole name follows an @. Capitals and accents do not matter. */
export function mentionedIn(text: string, colleagues: readonly Colleague[]): number[] {
  // of two names with one beginning, the longer one is meant
  const byLength = colleagues.toSorted((a, b) => b.name.length - a.name.length)
  const named = new Set<number>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = fold(text.slice(index + 1))
    const found = byLength.find(({ name }) => {
      const wanted = fold(name)
      return wanted !== '' && rest.startsWith(wanted) && !/^[\p{L}\p{N}]/u.test(rest.slice(wanted.length))
    })
    if (found) named.add(found.id)
  }
  return [...named]
}

/** Returns where the name begins that a person is typing at `caret`, and what is typed of it; null if it is no name. */
export function typedMention(text: string, caret: number): { from: number; typed: string } | null {
  const [whole, typed = ''] = /(?<![\p{L}\p{N}])@([^@\n]*)$/u.exec(text.slice(0, caret)) ?? []
  return whole === undefined || typed.length > MOST_TYPED ? null : { from: caret - typed.length, typed }
}

/** Returns the colleagues who may be meant by what is typed of a name. */
export const colleaguesLike = <C extends Colleague>(colleagues: readonly C[], typed: string): C[] => {
  const words = fold(typed)
  return colleagues.filter(({ name }) => ` ${fold(name)}`.includes(` ${words}`) && fold(name) !== words.trim())
}
