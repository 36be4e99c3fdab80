import { useTranslation } from 'react-i18next'
import { PageOutlet, usePageFacts } from '#app/web/layouts/PageOutlet.tsx'
import { usePerson } from '#web/session.ts'
import { AddedTools, FullscreenButton, LanguageMenu, ConnectionMark, PersonMenu, SchemeButton } from './BarTools.tsx'
import bar from './bar.module.css'
import styles from './layouts.module.css'
import { Logo } from './Logo.tsx'
import { SeeingBanner } from './SeeingBanner.tsx'
import { useSignedInPage } from './signed-in.ts'

/** The layout of workshop, packaging, operations and driver pages: a slim bar and large targets. */
export function BareLayout() {
  const { titleKey, feature } = usePageFacts()
  const { t } = useTranslation('frame')
  const { t: pageText } = useTranslation(feature ?? 'frame')
  useSignedInPage()
  const person = usePerson()
  return (
    <div className={styles.bare} data-touch>
      <a href="#content" className="skip-link">
        {t('bar.skip')}
      </a>
      <SeeingBanner />
      <div className={bar.bar} role="region" aria-label={t('bar.label')}>
        <Logo />
        <span className={bar.barTitle}>{titleKey ? pageText(titleKey, { name: person?.username ?? '' }) : ''}</span>
        <ConnectionMark />
        <span className={bar.push} />
        <AddedTools />
        <LanguageMenu />
        <SchemeButton />
        <FullscreenButton />
        <PersonMenu />
      </div>
      <main id="content" tabIndex={-1} className={styles.bareContent}>
        <PageOutlet />
      </main>
    </div>
  )
}
