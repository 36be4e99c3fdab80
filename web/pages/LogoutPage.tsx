import { Loader } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useGo } from '#web/navigation.tsx'
import { signOut } from '#web/session.ts'

/** Ends the session and goes to /login. */
export function LogoutPage() {
  const { t } = useTranslation('frame')
  const go = useGo()
  useEffect(() => {
    void signOut().then(() => go('/login', { replace: true }))
  }, [go])
  return <Loader aria-label={t('logout.title')} role="status" />
}
