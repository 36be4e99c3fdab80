import { Button } from '@mantine/core'
import { LogOut, Package } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

/** The way to the packers' page, for those who pack. */
export function ToPackageButton() {
  const { t } = useTranslation('sections')
  return useMayOpen('/packaging') ? (
    <Button component={PageLink} to="/packaging" leftSection={<Package size={18} aria-hidden />}>
      {t('action.to-package')}
    </Button>
  ) : null
}

/** The way out, for screens without the office's menu. */
export function LogoutButton() {
  const { t } = useTranslation('sections')
  return (
    <Button component={PageLink} to="/logout" variant="default" leftSection={<LogOut size={18} aria-hidden />}>
      {t('action.logout')}
    </Button>
  )
}
