/** Finds what the texts of columns become whose field has only a few values, such as units, and takes the answers of a person. */
import { type Cell, cellText, type FileLine } from '#kernel/import/cells.ts'
import { type Columns, headingKey } from './columns.ts'
import type { Reads } from './fields.ts'
import { FIELDS, type Target } from './targets.ts'

/** What a person said a text of a field is; null leaves its cells out. */
export type Word = { readonly field: string; readonly text: string; readonly value: string | null }

type Choices = Extract<Reads, { as: 'choice' }>['choices']

/** A column with more different texts, or with longer ones, is asked about row by row. */
const MOST_TEXTS = 40
const LONGEST_TEXT = 60

/** Returns the value of which a text is a known word, or null. */
export function knownChoice(choices: Choices, text: string): string | null {
  const key = headingKey(text)
  return Object.keys(choices).find((value) => choices[value]?.some((word) => headingKey(word) === key)) ?? null
}

/** Returns the answer of a person to a text of a field; undefined if there is none, or if it is no value of the field. */
export function answerTo(
  words: readonly Word[],
  field: string,
  text: string,
  choices: Choices,
): string | null | undefined {
  const key = headingKey(text)
  const answer = words.find((word) => word.field === field && headingKey(word.text) === key)?.value
  return answer == null || choices[answer] !== undefined ? answer : undefined
}

const textOfCell = (cell: Cell | undefined): string => cellText(cell).trim()

/** Returns the different texts of each of `width` columns; null for a column with too many or too long ones. */
export const textsOfColumns = (width: number, lines: readonly FileLine[]): (string[] | null)[] =>
  Array.from({ length: width }, (_, at) => {
    const texts = new Map<string, string>()
    for (const { cells } of lines) {
      const text = textOfCell(cells[at])
      if (text !== '' && !texts.has(headingKey(text))) texts.set(headingKey(text), text)
      if (text.length > LONGEST_TEXT || texts.size > MOST_TEXTS) return null
    }
    return [...texts.values()]
  })

/** A column whose texts become values of a field. */
export type ChoiceColumn = {
  readonly at: number
  readonly field: string
  readonly values: readonly string[]
  /** Each text with the value that it is known to be, or null. */
  readonly texts: readonly { readonly text: string; readonly known: string | null }[]
}

/** Returns the columns whose field has only a few values. `texts` are the different texts of each column. */
export const choiceColumns = (
  target: Target,
  columns: Columns,
  texts: readonly (readonly string[] | null)[],
): ChoiceColumn[] =>
  columns.flatMap((name, at) => {
    const reads = FIELDS[target].find((field) => field.name === name)?.reads
    const found = texts[at] ?? []
    if (name === null || reads?.as !== 'choice' || found.length === 0) return []
    const { choices } = reads
    return [
      {
        at,
        field: name,
        values: Object.keys(choices),
        texts: found.map((text) => ({ text, known: knownChoice(choices, text) })),
      },
    ]
  })
