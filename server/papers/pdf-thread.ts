/**
 * The thread that draws papers, one after the other, so that a long one does not block the server. Only drawing.ts
 * sends it papers.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { cardsDefinition } from './cards.ts'
import { definitionOf } from './definition.ts'
import type { Drawing, Drawn } from './drawing.ts'

const FONTS = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))
const normal = join(FONTS, '400Regular', 'Inter_400Regular.ttf')
const bold = join(FONTS, '700Bold', 'Inter_700Bold.ttf')

// a paper consists of texts, so nothing in it may load an address or read a file
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold)
// no paper uses italics
pdfmake.setFonts({ Paper: { normal, bold, italics: normal, bolditalics: bold } })

async function draw(drawing: Drawing): Promise<void> {
  try {
    const document = pdfmake.createPdf(
      'cards' in drawing ? cardsDefinition(drawing.cards) : definitionOf(drawing.papers),
    )
    // the types of pdfmake leave out this method of its documents
    if (drawing.print)
      ((await document.getStream()) as unknown as { setOpenActionAsPrint(): void }).setOpenActionAsPrint()
    const pdf = new Uint8Array(await document.getBuffer())
    parentPort?.postMessage({ done: pdf } satisfies Drawn, [pdf.buffer])
  } catch (error) {
    parentPort?.postMessage({ failed: (error as Error).stack ?? String(error) } satisfies Drawn)
  }
}

parentPort?.on('message', (drawing: Drawing) => void draw(drawing))
