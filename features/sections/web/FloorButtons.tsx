import { Button } from '@mantine/core'
import { LogOut, Package } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'

/** A link to the packaging page, for people who may package. */
export function ToPackageButton() {
  const { t } = useTranslation('sections')
  return useMayOpen('/packaging') ? (
    <Button component={PageLink} to="/packaging" leftSection={<Package size={20} aria-hidden />}>
      {t('action.to-package')}
    </Button>
  ) : null
}

/** A sign-out button, for pages of sections. It stands beside the title, away from the main action. */
export function LogoutButton() {
  const { t } = useTranslation('sections')
  return (
    <Button
      component={PageLink}
      to="/logout"
      variant="subtle"
      color="gray"
      leftSection={<LogOut size={20} aria-hidden />}
    >
      {t('word.logout')}
    </Button>
  )
}
