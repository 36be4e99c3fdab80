/** Scanning at the list: the number on a label opens its order. */
import { useTranslation } from 'react-i18next'
import { askQuery, Offline } from '#web/api.ts'
import { problemText } from '#web/ui/problems.ts'
import { type Box, packagingDetail } from '../domain/contract.ts'
import { orderNumberOf } from './scan.ts'
import { useScanWord } from './ScanNotice.tsx'
import { useHandScanner } from './use-hand-scanner.ts'

export type OrderScanOptions = {
  /** The orders that the tablet keeps: they open without asking anybody. */
  boxes: readonly Box[] | undefined
  open: (id: number) => void
  enabled: boolean
}

/** Takes scans as long as no box is open. */
export function useOrderScan({ boxes, open, enabled }: OrderScanOptions) {
  const { t } = useTranslation('packaging')
  const { word, tell, clear } = useScanWord()

  const receive = async ([code = '']: readonly string[]) => {
    clear()
    const id = orderNumberOf(code)
    const unknown = () => tell({ text: t('scan.unknown', { code }), sound: 'wrong' })
    if (id === null) return unknown()
    if (boxes?.some((box) => box.id === id)) return open(id)
    const problem = await askQuery(packagingDetail, { id }).then(
      () => null,
      (error: unknown) => error,
    )
    if (problem === null) return open(id)
    if (problem instanceof Offline) return tell({ text: t('scan.not-kept', { code }), sound: 'wrong' })
    return tell({ text: t('scan.not-opened', { code, why: problemText(problem) }), sound: 'wrong' })
  }
  useHandScanner((codes) => void receive(codes), enabled)
  return { word, clear, receive: (code: string) => void receive([code]) }
}
