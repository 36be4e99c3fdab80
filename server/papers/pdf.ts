/** Papers as PDF: A4, the Greek font embedded, the text to be read back. */
import { openDrawing } from './drawing.ts'

export const PDF_TYPE = 'application/pdf'

/** Draws a paper, in the one thread the server has for that. A command asks its `work` instead, which holds no transaction meanwhile. */
export const pdfOf = openDrawing(new URL('./pdf-thread.ts', import.meta.url), { milliseconds: 30_000, waiting: 20 })
