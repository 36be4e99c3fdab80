/** Papers and cards as PDF: with an embedded Greek font, and text that can be copied. */
import type { Cards, Paper, Papers } from '#kernel/paper.ts'
import { openDrawing } from './drawing.ts'

export const PDF_TYPE = 'application/pdf'

/** Draws in the drawing thread of the server. A command calls `work.pdfOf` instead, which draws outside the transaction. */
const draw = openDrawing(new URL('./pdf-thread.ts', import.meta.url), { milliseconds: 30_000, waiting: 20 })

/** Returns the PDF of a paper. */
export const pdfOf = (paper: Paper): Promise<Buffer> => draw({ papers: [paper], print: false })

/** Returns one PDF of a paper, of several or of cards. With `print` a reader opens its print dialog as soon as it shows the PDF. */
export const onePdfOf = (made: Paper | Papers | Cards, print: boolean): Promise<Buffer> =>
  draw('cards' in made ? { cards: made, print } : { papers: 'papers' in made ? made.papers : [made], print })
