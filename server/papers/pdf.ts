/** Papers as PDF: A4, the Greek font embedded, the text to be read back. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pdfmake from 'pdfmake'
import type { Paper } from '#kernel/paper.ts'
import { definitionOf } from './definition.ts'

const FONTS = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf')
const normal = join(FONTS, 'DejaVuSansCondensed.ttf')
const bold = join(FONTS, 'DejaVuSansCondensed-Bold.ttf')

// a paper is made of texts: nothing it holds may fetch an address or read a file
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)
// no paper is written in italics
pdfmake.setFonts({ Paper: { normal, bold, italics: normal, bolditalics: bold } })

export const PDF_TYPE = 'application/pdf'

/** Draws a paper. */
export async function pdfOf(paper: Paper): Promise<Buffer> {
  return pdfmake.createPdf(definitionOf(paper)).getBuffer()
}
