/** Scans into an open order. Each piece is counted, with a sound and a message for the packer. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Box } from '../../domain/contract.ts'
import type { BoxCheck } from './checked-lines.ts'
import { isComplete, orderNumberOf, placesOf, scansOf } from '../scan/scan.ts'
import { type ScanMessage, useScanMessage } from '#web/ui/scan/ScanNotice.tsx'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'

/** Takes scans while the dialog is open. `whyClosed` is the reason why this order takes none, or null. */
export function useBoxScan(box: Box, check: BoxCheck, whyClosed: string | null) {
  const { t } = useTranslation('packaging')
  const { word, show, clear } = useScanMessage()
  const [scanned, setScanned] = useState<number | null>(null)

  const answer = (codes: readonly string[]): ScanMessage => {
    const [code = ''] = codes
    if (whyClosed !== null && placesOf(box, codes).length > 0)
      return { text: t('scan.nothing-ticked', { why: whyClosed }), sound: 'wrong' }
    const result = check.scan(codes)
    if (result.kind === 'unknown') {
      return orderNumberOf(code) === box.id
        ? { text: t('scan.this-order', { id: box.id }), sound: 'fits' }
        : { text: t('scan.not-in-order', { code, id: box.id }), sound: 'wrong' }
    }
    setScanned(result.place)
    const line = box.lines[result.place]
    const name = line?.name ?? ''
    const of = line ? scansOf(line) : 1
    if (result.kind === 'too-many') return { text: t('scan.too-many', { name, of }), sound: 'wrong' }
    if (box.lines.every((_, place) => isComplete(box, result.inBox, place)))
      return { text: t('scan.all-in-box'), sound: 'full' }
    return { text: t('scan.counted', { name, count: result.inBox.get(result.place) ?? 1, of }), sound: 'fits' }
  }
  const receive = (codes: readonly string[]) => show(answer(codes))
  useHandScanner(receive)
  return { word, clear, receive, scanned }
}
