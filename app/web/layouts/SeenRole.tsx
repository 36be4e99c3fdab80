import { Button } from '@mantine/core'
import { Eye } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { runCommand } from '#web/api.ts'
import { usePerson } from '#web/session.ts'
import { endSeeing } from '#web/session-contract.ts'
import { say } from '#web/ui/say.tsx'
import styles from './layouts.module.css'

/** The page on which administrators choose the role that they want to see. */
const RIGHTS_PAGE = '/rights'

/** Says above every page that an administrator sees what a role sees, and ends it. Shows nothing to all others. */
export default function SeenRole() {
  const { t } = useTranslation('frame')
  const seen = usePerson()?.seen ?? null
  const [ending, setEnding] = useState(false)
  if (seen === null) return null
  const role = t(`users:role.${seen.role}`)
  const end = (): void => {
    setEnding(true)
    // the whole page is loaded again, so that nothing stays that was read with the rights of the role
    runCommand(endSeeing, {}).then(
      () => window.location.assign(RIGHTS_PAGE),
      (error: unknown) => {
        setEnding(false)
        say.failed(error)
      },
    )
  }
  return (
    <div className={styles.seeing} role="region" aria-label={t('seeing.label')}>
      <Eye size={16} aria-hidden />
      <span>{seen.name === null ? t('seeing.role', { role }) : t('seeing.person', { role, name: seen.name })}</span>
      <Button size="compact-sm" variant="default" loading={ending} onClick={end}>
        {t('seeing.end')}
      </Button>
    </div>
  )
}
