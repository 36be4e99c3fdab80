/** Scans in the list of orders. The id on a label opens its order. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { askQuery, isUnreachable } from '#web/api.ts'
import { problemText } from '#web/ui/problems.ts'
import { type Box, packagingDetail } from '../../domain/contract.ts'
import { orderNumberOf } from './scan.ts'
import { useScanMessage } from '#web/ui/scan/ScanNotice.tsx'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'

/** After this many milliseconds without an answer the scan counts as failed. */
const PATIENCE_MS = 4_000

export type OrderScanOptions = {
  /** The orders stored on the tablet. They open without a request. */
  boxes: readonly Box[] | undefined
  open: (id: number) => void
  enabled: boolean
}

/** Takes scans while no order is open. */
export function useOrderScan({ boxes, open, enabled }: OrderScanOptions) {
  const { t } = useTranslation('packaging')
  const { word, show, clear } = useScanMessage()
  // An answer counts only for the last scan, and only while no order was opened by hand.
  const asked = useRef(0)
  useEffect(() => {
    if (!enabled) asked.current += 1
  }, [enabled])

  const receive = async ([code = '']: readonly string[]) => {
    clear()
    asked.current += 1
    const mine = asked.current
    const id = orderNumberOf(code)
    const unknown = () => show({ text: t('scan.unknown', { code }), sound: 'wrong' })
    if (id === null) return unknown()
    if (boxes?.some((box) => box.id === id)) return open(id)
    const problem = await askQuery(packagingDetail, { id }, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      () => null,
      (error: unknown) => error,
    )
    if (mine !== asked.current) return
    if (problem === null) return open(id)
    if (isUnreachable(problem)) return show({ text: t('scan.not-kept', { code }), sound: 'wrong' })
    return show({ text: t('scan.not-opened', { code, why: problemText(problem) }), sound: 'wrong' })
  }
  useHandScanner((codes) => void receive(codes), enabled)
  return { word, clear, receive: (code: string) => void receive([code]) }
}
