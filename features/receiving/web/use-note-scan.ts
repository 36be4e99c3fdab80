/** Scans of QR codes on delivery notes, with the camera or a hand scanner. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { problemText } from '#web/ui/problems.ts'
import { useScanMessage } from '#web/ui/scan/ScanNotice.tsx'
import { useHandScanner } from '#web/ui/scan/use-hand-scanner.ts'
import { findByQr } from '../domain/contract.ts'
import { qrUrlOf } from '../domain/received-note.ts'

/** Takes scans while `enabled`, and calls `open` with the note of the last one. */
export function useNoteScan({ open, enabled }: { open: (id: number) => void; enabled: boolean }) {
  const { t } = useTranslation('receiving')
  const { word, show, clear } = useScanMessage()
  const asked = useRef(0)
  const receive = async (codes: readonly string[]) => {
    clear()
    asked.current += 1
    const mine = asked.current
    // letters as they were typed come last, and addresses depend on small and capital letters
    const qrUrl = codes.findLast((code) => qrUrlOf(code) !== null)
    if (qrUrl === undefined) return show({ text: t('refusal.no-qr-code'), sound: 'wrong' })
    show({ text: t('scan.asking'), sound: 'fits' })
    await runCommand(findByQr, { qrUrl }).then(
      ({ id }) => {
        if (mine !== asked.current) return
        clear()
        open(id)
      },
      (error: unknown) => {
        if (mine === asked.current) show({ text: problemText(error), sound: 'wrong' })
      },
    )
  }
  useHandScanner((codes) => void receive(codes), enabled)
  return { word, clear, receive: (code: string) => void receive([code]) }
}
