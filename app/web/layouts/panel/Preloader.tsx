import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRELOADER_MS } from '#accounts/domain/preferences/layout.ts'
import { Mark } from '#app/web/layouts/Logo.tsx'
import styles from './panel.module.css'

/** Covers the page for a moment when it opens, and when the person enables it. */
export function Preloader({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('frame')
  const [over, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    if (!enabled) return undefined
    const timer = setTimeout(() => setOver(true), PRELOADER_MS)
    return () => clearTimeout(timer)
  }, [enabled])
  if (!enabled || over) return null
  return (
    <div className={styles.preloader} role="status" aria-label={t('state.loading')}>
      <Mark size={56} />
      <Loader type="dots" aria-hidden />
    </div>
  )
}
