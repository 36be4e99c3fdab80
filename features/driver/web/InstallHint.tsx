import { Button } from '@mantine/core'
import { Smartphone } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from './driver.module.css'
import { useInstall } from './install-prompt.ts'

/** Offers to install the page on the home screen, if the browser supports that. */
export function InstallHint() {
  const { t } = useTranslation('driver')
  const install = useInstall()
  if (install === null) return null
  return (
    <p className={styles.install}>
      <span>{t('install.hint')}</span>
      <Button variant="default" leftSection={<Smartphone size={20} aria-hidden />} onClick={install}>
        {t('install.button')}
      </Button>
    </p>
  )
}
