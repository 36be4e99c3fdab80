/** Decodes the bytes of a file to text. */
import { fileTypeFromBuffer } from 'file-type'
import { type FileProblem, WINDOWS_ENCODINGS, type WindowsEncoding, problem } from '#kernel/import/file-problem.ts'
import { decodeGreekDos, isGreekDos } from './greek-dos.ts'

export type DecodedFile =
  | {
      readonly text: string
      /** One word as both encodings read it, if nothing says which of them the file has. */
      readonly unsure?: { readonly greek: string; readonly western: string } | undefined
      readonly problem?: undefined
    }
  | { readonly text?: undefined; readonly unsure?: undefined; readonly problem: FileProblem }

/** The encodings that an XML declaration may name. */
const XML_ENCODINGS = ['utf-8', 'windows-1253', 'iso-8859-7', 'utf-16', 'utf-16le', 'utf-16be', 'us-ascii']

/** Returns the text of `content` in an encoding; null if a byte does not belong to it. */
function decode(content: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return null
  }
}

/** Reports whether a text contains control characters, which no file of text has. */
// oxlint-disable-next-line no-control-regex -- control characters are what is searched
const hasControls = (text: string): boolean => /[\u0000-\u0008\u000b\u000e-\u001f]/.test(text)

/** Returns the encoding that the byte order mark of a file says; null for none. */
function encodingOfMark(content: Buffer): string | null {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le'
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be'
  return null
}

/** Returns the encoding that an XML declaration names, in small letters; null without one. */
function declaredEncoding(content: Buffer): string | null {
  const start = content.subarray(0, 200).toString('latin1')
  return /^\s*(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? null
}

const [GREEK_WINDOWS, WESTERN_WINDOWS] = WINDOWS_ENCODINGS

/** A word with three Greek letters in a row. No file of a western language has one when it is read as Greek. */
const GREEK = /[α-ωά-ώΑ-ΩΆ-Ώ]{3}/
/** A word with Greek and Latin letters, which a western file has when it is read as Greek, such as `Mόller`. */
const MIXED = /[a-z]+[α-ωά-ώΑ-ΩΆ-Ώ]+[a-z]*|[α-ωά-ώΑ-ΩΆ-Ώ]+[a-z]+/i

/** Returns a word that is Greek in one encoding of Windows and western in the other, if the text does not say which; null otherwise. */
function unsureWord(content: Buffer, greekText: string): { greek: string; western: string } | null {
  const found = GREEK.test(greekText) ? null : MIXED.exec(greekText)
  if (!found) return null
  const western = decode(content, WESTERN_WINDOWS)?.slice(found.index, found.index + found[0].length)
  return western === undefined ? null : { greek: found[0], western }
}

/**
 * Returns the text of a file of at most `most` bytes, or why it is refused. XML says its encoding; a CSV file is UTF-8 or that of Windows which
 * a person said, otherwise Greek of DOS if it reads like that, and else the Greek one of Windows.
 */
export async function textOfBytes(content: Buffer, most: number, windows?: WindowsEncoding): Promise<DecodedFile> {
  if (content.length === 0) return { problem: problem('empty') }
  if (content.length > most) return { problem: problem('too-large', { most: most / 1_000_000 }) }
  const kind = (await fileTypeFromBuffer(content))?.ext
  if (kind !== undefined && kind !== 'xml') return { problem: problem('kind', { kind: kind.toUpperCase() }) }
  const marked = encodingOfMark(content)
  const declared = marked === null ? declaredEncoding(content) : null
  if (declared !== null && !XML_ENCODINGS.includes(declared))
    return { problem: problem('encoding', { encoding: declared }) }
  const told = marked ?? declared
  const unicode = told === null ? decode(content, 'utf-8') : null
  const isDos = told === null && unicode === null && windows === undefined && isGreekDos(content)
  const text = isDos
    ? decodeGreekDos(content)
    : told === null
      ? (unicode ?? decode(content, windows ?? GREEK_WINDOWS))
      : decode(content, told)
  if (text === null) return { problem: problem('encoding', { encoding: declared ?? marked ?? 'UTF-8, Windows-1253' }) }
  if (text.trim() === '') return { problem: problem('empty') }
  if (hasControls(text)) return { problem: problem('binary') }
  const isGuess = told === null && unicode === null && windows === undefined && !isDos
  const unsure = isGuess ? unsureWord(content, text) : null
  return { text: text.replace(/^\ufeff/, ''), ...(unsure ? { unsure } : {}) }
}
