import { askQuery } from '#web/api.ts'
import { useGo } from '#web/navigation.tsx'
import { fileDraft } from '../../domain/from-file/contract.ts'
import { fileLack, type FileUse } from '../../domain/from-file/invoice-of-file.ts'
import { useInvoiceOfFile } from './use-invoice-of-file.ts'

/** The address of the quick receipt with the goods of a file. */
export const receiptOfFile = (id: number): string => `/stock-material?file=${id}`

/**
 * Returns a function that opens the form of an invoice, or the quick receipt, with what a stored file means, or the page that asks what
 * is not known.
 */
export function useOpenFile(): (id: number, use: FileUse) => Promise<void> {
  const go = useGo()
  const enter = useInvoiceOfFile()
  return async (id, use) => {
    const { draft } = await askQuery(fileDraft, { id })
    if (fileLack(draft) !== null) return go(`/invoice-file/${id}${use === 'invoice' ? '' : `?use=${use}`}`)
    if (use === 'receipt') return go(receiptOfFile(id))
    go((await enter(draft)) ? '/createinvoice' : `/invoice-file/${id}`)
  }
}
