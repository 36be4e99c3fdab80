/** What can be wrong with a file of text, and how its text is written. */

/** Why a file is refused: the end of the code of a refusal, with the line of the file if one is concerned. */
export type FileProblem = {
  readonly code: string
  readonly line?: number | undefined
  readonly details?: Readonly<Record<string, string | number>> | undefined
}

export const problem = (
  code: string,
  details?: Readonly<Record<string, string | number>>,
  line?: number,
): FileProblem => ({ code, details, line })

/** The encodings of Windows, Greek and western, in which files of one byte a letter are written. */
export const WINDOWS_ENCODINGS = ['windows-1253', 'windows-1252'] as const
export type WindowsEncoding = (typeof WINDOWS_ENCODINGS)[number]
