import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LanguageMenu, SchemeButton } from './BarTools.tsx'
import bar from './bar.module.css'
import styles from './layouts.module.css'
import { Mark } from './Logo.tsx'

/** The layout of sign-in and set-up: one card with the product's name, language and colour scheme. */
export function PublicLayout() {
  const { t } = useTranslation('frame')
  return (
    <div className={styles.public}>
      <header className={styles.publicBar}>
        <span className={bar.push} />
        <LanguageMenu withName />
        <SchemeButton />
      </header>
      <main id="content" className={styles.publicMain}>
        <div className={styles.brand}>
          <Mark size={40} />
          <span>Kerino</span>
        </div>
        <Outlet />
      </main>
      <footer className={styles.publicFooter}>{t('footer.credit', { year: new Date().getFullYear() })}</footer>
    </div>
  )
}
