import { CloseButton } from '@mantine/core'
import { ScanBarcode, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playScanSound, type ScanSound } from './scan-sound.ts'
import { useScanSound } from './use-scan-sound.ts'
import styles from './scan-notice.module.css'

export type ScanMessage = { readonly text: string; readonly sound: ScanSound }

/** Returns the result of the last scan and a function that sets it. Setting it plays its sound if sounds are on. */
export function useScanMessage(): { word: ScanMessage | null; show: (word: ScanMessage) => void; clear: () => void } {
  const [sounds] = useScanSound()
  const [word, setWord] = useState<ScanMessage | null>(null)
  return {
    word,
    show: (next) => {
      setWord(next)
      if (sounds) playScanSound(next.sound)
    },
    clear: () => setWord(null),
  }
}

/** Shows the result of the last scan. */
export function ScanNotice({ word, clear }: { word: ScanMessage | null; clear: () => void }) {
  const { t } = useTranslation('frame')
  if (word === null) return <div role="status" />
  const wrong = word.sound === 'wrong'
  return (
    <div role={wrong ? 'alert' : 'status'} className={styles.notice} data-sound={word.sound}>
      {wrong ? <TriangleAlert size={20} aria-hidden /> : <ScanBarcode size={20} aria-hidden />}
      <span>{word.text}</span>
      {wrong ? <CloseButton size={48} iconSize={22} aria-label={t('action.close')} onClick={clear} /> : null}
    </div>
  )
}
