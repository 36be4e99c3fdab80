/** Checks that comments and documents avoid phrases that readers took for riddles. */
import { parseSync } from 'vite'
import type { Finding, Sources } from './sources.ts'

/** The phrases, each with what to write instead. CONTRIBUTING.md describes the style. */
const RIDDLES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bnobody['’]s\b/i, 'name the owner, or say that there is none'],
  [/\b(?:null|none) of (?:nothing|none)\b/i, 'name the argument for which the result is null'],
  [/\bwhat it wants\b/i, 'name the value'],
  [/\bwhat (?:became|becomes) of\b/i, 'write "the state of" or "the outcome of"'],
  [/\bbroken lines?\b/i, 'write "lost connection" or "offline"'],
]

/** Returns the parts of a file that people read: the comments of code, or a whole document. */
function proseOf(file: string, text: string): string[] {
  return file.endsWith('.md') ? [text] : parseSync(file, text).comments.map(({ value }) => value)
}

/** Reports each riddle in a comment or a document of the rooms. */
export function checkWords(sources: Sources): Finding[] {
  return sources.files
    .filter((file) => /\.(tsx?|mjs|md)$/.test(file))
    .flatMap((file) => {
      const text = sources.read(file)
      // most files contain none, so only the others are parsed
      const found = RIDDLES.filter(([phrase]) => phrase.test(text.replace(/\n\s*\*?\s*/g, ' ')))
      if (found.length === 0) return []
      const prose = proseOf(file, text).map((part) => part.replace(/\n\s*\*?\s*/g, ' '))
      return found.flatMap(([phrase, instead]) => {
        const riddle = prose.map((part) => phrase.exec(part)?.[0]).find((match) => match !== undefined)
        return riddle === undefined ? [] : [{ file, says: `"${riddle}" is a riddle: ${instead}` }]
      })
    })
}
