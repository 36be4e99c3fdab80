/** Papers as PDF: A4, with an embedded Greek font, and text that can be copied. */
import { openDrawing } from './drawing.ts'

export const PDF_TYPE = 'application/pdf'

/**
 * Draws a paper in the drawing thread of the server. A command calls `work.pdfOf` instead, which draws outside the
 * transaction.
 */
export const pdfOf = openDrawing(new URL('./pdf-thread.ts', import.meta.url), { milliseconds: 30_000, waiting: 20 })
