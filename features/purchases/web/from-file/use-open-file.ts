import { askQuery } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { fileDraft } from '../../domain/from-file/contract.ts'
import { fileLack } from '../../domain/from-file/invoice-of-file.ts'
import { useInvoiceOfFile } from './use-invoice-of-file.ts'

/** Returns a function that opens the form of an invoice with what a stored file means, or the page that asks what is not known. */
export function useOpenFile(): (id: number) => Promise<void> {
  const go = useGo()
  const enter = useInvoiceOfFile()
  return async (id) => {
    const { draft } = await askQuery(fileDraft, { id })
    const invoice = fileLack(draft) === null ? await enter(draft) : null
    go(invoice ? '/createinvoice' : `/invoice-file/${id}`)
  }
}
