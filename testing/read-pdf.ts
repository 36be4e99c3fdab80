/** Reads the text of a PDF, page by page. */
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

export type ReadPdf = { readonly pages: readonly string[]; readonly title: string; readonly language: string | null }

export async function readPdf(content: Uint8Array): Promise<ReadPdf> {
  // a copy, because the reader keeps the array
  const document = await getDocumentProxy(new Uint8Array(content))
  const { text } = await extractText(document)
  const { info } = await getMeta(document)
  return {
    pages: text.map((page) => page.replace(/\s+/g, ' ')),
    title: String(info['Title']),
    language: (info['Language'] as string | null | undefined) ?? null,
  }
}
