import { useTranslation } from 'react-i18next'
import { PageLink } from '#web/navigation.tsx'
import styles from './bar.module.css'

/** The mark of the product: a candle. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#0f696f" />
      <path
        d="M16 5.500c2.600 2.700 3.700 4.500 3.700 6.100a3.700 3.700 0 0 1-7.400 0c0-1.600 1.100-3.400 3.700-6.100Z"
        fill="#f7d394"
      />
      <rect x="11" y="17" width="10" height="9.500" rx="2" fill="#fff" />
    </svg>
  )
}

/** Mark and name, with a link to the start page. */
export function Logo() {
  const { t } = useTranslation('frame')
  return (
    <PageLink to="/" className={styles.logo} aria-label={t('bar.home')}>
      <Mark />
      <span>Kerino</span>
    </PageLink>
  )
}

export const BarDivider = () => <span className={styles.divider} aria-hidden />
